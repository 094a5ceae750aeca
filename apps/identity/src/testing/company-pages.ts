import { type DemoCompany, demoQuarries, demoRoleId, demoUsers, otherWorks } from '@safety/demo-data';
import { companyPaths, heldRolesPath } from '../paths/company-pages.js';

export const idOfUser = (email: string): string => demoUsers.find((user) => user.email === email)?.id ?? '';

/** The role that a user of the demo holds first. */
export const assignmentOf = (email: string): string =>
  demoUsers.find((user) => user.email === email)?.roles[0]?.id ?? '';

export interface CompanyPagesUnderTest {
  /** Pages, by what a user needs to see them. */
  users: string[];
  roles: string[];
  company: string[];
  /** Addresses that forms are sent to. */
  forms: string[];
}

/** Every page of a demo company, and every form, with ids of rows of that company. */
function pagesOf(company: DemoCompany, email: string): CompanyPagesUnderTest {
  const paths = companyPaths(company.id);
  const user = paths.user(idOfUser(email));
  const role = paths.role(demoRoleId(company, 'employee'));
  const held = `${heldRolesPath(user)}/${assignmentOf(email)}`;
  const userForms = [paths.newUser, `${user}/edit`, `${user}/disable`, `${user}/remove`];
  const roleForms = [`${heldRolesPath(user)}/new`, held, `${held}/remove`, paths.newRole, `${role}/archive`];
  const further = [`${user}/enable`, `${user}/invitation`, `${role}/edit`, `${role}/restore`];
  return {
    users: [paths.users, user, ...userForms],
    roles: [paths.roles, role, paths.clients, ...roleForms],
    company: [paths.settings, paths.changes, paths.export],
    forms: [...userForms, ...roleForms, ...further, paths.settings],
  };
}

export const ours = pagesOf(demoQuarries, 'manager@demo.example');
export const theirs = pagesOf(otherWorks, 'admin@other.example');

export const administered = ({ users, roles, company }: CompanyPagesUnderTest): string[] => [
  ...users,
  ...roles,
  ...company,
];
