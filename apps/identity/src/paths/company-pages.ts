import { consolePaths } from './console.js';

const below = (path: string, id: string): string => `${path}/${encodeURIComponent(id)}`;

/** The roles that the user or the client of a page holds. */
export const heldRolesPath = (page: string): string => `${page}/roles`;

/** The pages of one company. Its id is in each address: two tabs can be in two companies. */
export function companyPaths(companyId: string) {
  const company = below(consolePaths.companies, companyId);
  const [users, roles] = [`${company}/users`, `${company}/roles`];
  const [clients, changes] = [`${company}/clients`, `${company}/changes`];
  const user = (id: string): string => below(users, id);
  const role = (id: string): string => below(roles, id);
  return {
    company,
    invitation: `${company}/invitation`,
    settings: `${company}/settings`,
    users,
    newUser: `${users}/new`,
    user,
    roles,
    newRole: `${roles}/new`,
    role,
    clients,
    client: (id: string): string => below(clients, id),
    changes,
    export: `${changes}/export`,
  };
}
export type CompanyPaths = ReturnType<typeof companyPaths>;
