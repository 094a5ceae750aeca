import { type Html, html } from '../../../pages/html.js';
import { type Choice, choices } from '../../form-parts.js';
import { searchPart } from '../form/search.js';
import { one, type Sent } from '../form/sent.js';
import { type CompanyMessages, roleHint, roleName } from '../messages/messages.js';
import type { Hierarchy } from '../places/places.js';
import { type GivableRole, isGivenEverywhere, placesToGive } from './givable-roles.js';

/** More roles than these are not shown at once. */
const MOST_ROLES = 50;
/** Of the places where a role can be given. */
const MOST_NAMES = 3;

export interface RoleChoice {
  text: CompanyMessages;
  sent: Sent;
  roles: readonly GivableRole[];
  hierarchy: Hierarchy;
  /** The role that the holder has now; nothing for another one. */
  held?: string | undefined;
  error?: string | undefined;
}

/**
 * One role of those that the user can give. The one that is held already is there in any case, and stays
 * unless another one is chosen.
 */
export function roleChoice({ text, sent, roles, hierarchy, held, error }: RoleChoice): Html {
  const chosen = one(sent, 'roleId');
  const isTooLarge = hierarchy === 'too large';
  const givenAt = placesToGive(roles, typeof hierarchy === 'string' ? [] : hierarchy);
  const shown = roles.flatMap((role): Choice | [] => {
    const { id, name, evm } = role;
    const choice = { value: id, label: roleName(text, name) };
    const hints = [roleHint(text, name) ?? (evm ? text.eventManager : undefined)];
    if (isGivenEverywhere(role)) return { ...choice, hint: sentences(hints) };
    const places = (givenAt.get(role) ?? []).map((place) => place.name);
    if (places.length > 0)
      return { ...choice, hint: sentences([...hints, text.givenOnlyAt(someOf(text, places))]) };
    // Where it can be given is unknown then: accounts judges the places that are ticked.
    if (isTooLarge && role.reaches.every(({ length }) => length > 0))
      return { ...choice, hint: sentences([...hints, text.searches.givenAtSome]) };
    if (id === held) return { ...choice, hint: sentences([...hints, text.roleKept]), isKept: true };
    // A choice that came back from the service stays, until it is changed.
    return id === chosen ? { ...choice, hint: sentences(hints) } : [];
  });
  const part = { name: 'roleId', label: text.role, type: 'radio', chosen: [chosen], error } as const;
  if (shown.length <= MOST_ROLES) return choices({ ...part, choices: shown });
  const found = foundIn(shown, one(sent, 'rolesQ'), [held, chosen]);
  return html`${searchPart({ text, sent, of: 'roles' })}
${choices({ ...part, hint: text.searches.manyRoles, choices: found })}
${found.length === 0 && html`<p>${text.searches.nothing}</p>`}`;
}

/** The roles with this in their names, and those that stay in any case before them. */
function foundIn(shown: readonly Choice[], q: string, kept: readonly (string | undefined)[]): Choice[] {
  const wanted = q.trim().toLocaleLowerCase();
  const [stays, others] = [true, false].map((isKept) =>
    shown.filter(({ value }) => kept.includes(value) === isKept),
  ) as [Choice[], Choice[]];
  const found = others.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  return [...stays, ...found.slice(0, MOST_ROLES)];
}

/** The first of these names, and how many there are beyond them. */
const someOf = ({ searches }: CompanyMessages, names: readonly string[]): string =>
  names.length <= MOST_NAMES + 1
    ? names.join(', ')
    : searches.andMore(names.slice(0, MOST_NAMES).join(', '), names.length - MOST_NAMES);

const sentences = (hints: readonly (string | undefined)[]): string | undefined =>
  hints.filter(Boolean).join(' ') || undefined;
