import { consolePaths } from './console.js';

const below = (path: string, id: string): string => `${path}/${encodeURIComponent(id)}`;

/** The pages of one company. Its id is in each address: two tabs can be in two companies. */
export function companyPaths(companyId: string) {
  const company = below(consolePaths.companies, companyId);
  const [users, roles, changes] = [`${company}/users`, `${company}/roles`, `${company}/changes`];
  const user = (id: string): string => below(users, id);
  const role = (id: string): string => below(roles, id);
  return {
    company,
    settings: `${company}/settings`,
    users,
    newUser: `${users}/new`,
    user,
    /** The roles that a user holds. */
    userRoles: (id: string): string => `${user(id)}/roles`,
    userRole: (id: string, assignmentId: string): string => below(`${user(id)}/roles`, assignmentId),
    roles,
    newRole: `${roles}/new`,
    role,
    changes,
    export: `${changes}/export`,
  };
}
export type CompanyPaths = ReturnType<typeof companyPaths>;
