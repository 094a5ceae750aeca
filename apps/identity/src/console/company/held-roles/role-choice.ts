import type { HierarchyNode } from '@safety/contracts';
import type { Html } from '../../../pages/html.js';
import { type Choice, choices } from '../../form-parts.js';
import { type CompanyMessages, roleHint, roleName } from '../messages/messages.js';
import { type GivableRole, isGivenEverywhere, placesToGive } from './givable-roles.js';

export interface RoleChoice {
  text: CompanyMessages;
  roles: readonly GivableRole[];
  /** Nothing where the user may see no org structures. */
  nodes: readonly HierarchyNode[] | undefined;
  /** The role that the holder has now; nothing for another one. */
  held?: string | undefined;
  chosen: string;
  error?: string | undefined;
}

/**
 * One role of those that the user can give. The one that is held already is there in any case, and stays
 * unless another one is chosen.
 */
export function roleChoice({ text, roles, nodes = [], held, chosen, error }: RoleChoice): Html {
  const givenAt = placesToGive(roles, nodes);
  const shown = roles.flatMap((role): Choice | [] => {
    const { id, name, evm } = role;
    const choice = { value: id, label: roleName(text, name) };
    const hints = [roleHint(text, name) ?? (evm ? text.eventManager : undefined)];
    if (isGivenEverywhere(role)) return { ...choice, hint: sentences(hints) };
    const places = (givenAt.get(role) ?? []).map((place) => place.name);
    if (places.length > 0)
      return { ...choice, hint: sentences([...hints, text.givenOnlyAt(places.join(', '))]) };
    if (id === held) return { ...choice, hint: sentences([...hints, text.roleKept]), isKept: true };
    // A choice that came back from the service stays, until it is changed.
    return id === chosen ? { ...choice, hint: sentences(hints) } : [];
  });
  return choices({
    name: 'roleId',
    label: text.role,
    type: 'radio',
    choices: shown,
    chosen: [chosen],
    error,
  });
}

const sentences = (hints: readonly (string | undefined)[]): string | undefined =>
  hints.filter(Boolean).join(' ') || undefined;
