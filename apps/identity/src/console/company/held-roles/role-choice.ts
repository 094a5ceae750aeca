import type { Html } from '../../../pages/html.js';
import { choices } from '../../form-parts.js';
import { type CompanyMessages, roleHint, roleName } from '../messages/messages.js';
import type { GivableRole } from './givable-roles.js';

interface RoleChoice {
  text: CompanyMessages;
  roles: readonly GivableRole[];
  chosen: string;
  error?: string | undefined;
}

/** One role; those that make an event manager say so. */
export const roleChoice = ({ text, roles, chosen, error }: RoleChoice): Html =>
  choices({
    name: 'roleId',
    label: text.role,
    type: 'radio',
    choices: roles.map(({ id, name, evm }) => ({
      value: id,
      label: roleName(text, name),
      hint: roleHint(text, name) ?? (evm ? text.eventManager : undefined),
    })),
    chosen: [chosen],
    error,
  });
