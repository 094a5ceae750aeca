import { type Permission, permissions } from '@safety/contracts';
import { hidden } from '../../../pages/components.js';
import { type Html, html } from '../../../pages/html.js';
import { choiceBox } from '../../form-parts.js';
import type { CompanyMessages } from '../messages/messages.js';

type Subject<Name extends string> = Name extends `${infer First}.${string}` ? First : never;

/** Where the form shows the permissions of each subject, the first part of their names. */
const areas = {
  hazards: 'hazards',
  events: 'events',
  actions: 'actions',
  personnel: 'people',
  associates: 'people',
  orgstructures: 'places',
  training: 'training',
  exports: 'programs',
  imports: 'programs',
  webhooks: 'programs',
  changes: 'programs',
  clients: 'programs',
  users: 'administration',
  roles: 'administration',
  company: 'administration',
} as const satisfies Record<Subject<Permission>, string>;
export type Area = (typeof areas)[keyof typeof areas];

const areaOf = (name: Permission): Area => areas[name.slice(0, name.indexOf('.')) as Subject<Permission>];

/** The permissions of each area, in the order of the areas and in their own. */
const permissionsByArea = [...new Set(Object.values(areas))].map((area) => ({
  area,
  permissions: permissions.filter((name) => areaOf(name) === area),
}));

interface PermissionChoice {
  text: CompanyMessages;
  /** The permissions that the user can give. */
  givable: readonly Permission[];
  /** Those of the role as it is stored. */
  held: readonly string[];
  chosen: readonly string[];
  error?: string | undefined;
}

/**
 * A box for each permission that the user can give, with what it lets people do. Others that the role has
 * already are there too, and stay.
 */
export function permissionChoice({ text, givable, held, chosen, error }: PermissionChoice): Html {
  const isKept = (name: Permission): boolean => held.includes(name) && !givable.includes(name);
  // A choice that came back from the service stays, until it is changed.
  const isShown = (name: Permission): boolean => [...givable, ...held, ...chosen].includes(name);
  const box = (name: Permission): Html => {
    const kept = isKept(name);
    return html`${choiceBox({
      ...{ type: 'checkbox', id: `permission-${name}`, name: 'permissions', value: name, isKept: kept },
      label: text.permissions[name],
      hint: kept ? `${name}. ${text.permissionKept}` : name,
      isChosen: kept || chosen.includes(name),
    })}${kept && hidden('permissions', name)}`;
  };
  const groups = permissionsByArea.map(({ area, permissions: names }) => {
    const shown = names.filter(isShown);
    return (
      shown.length > 0 &&
      html`<fieldset class="field"><legend>${text.areas[area]}</legend>${shown.map(box)}</fieldset>`
    );
  });
  const isNarrowed = permissions.some((name) => !givable.includes(name));
  const ids = [error && 'permissions-error', isNarrowed && 'permissions-hint'].filter(Boolean).join(' ');
  return html`<div class="field" id="permissions" role="group" aria-labelledby="permissions-title"${ids && html` aria-describedby="${ids}"`}>
<h2 id="permissions-title">${text.permissionsTitle}</h2>
${isNarrowed && html`<p class="hint" id="permissions-hint">${text.permissionsToGive}</p>`}
${error && html`<p class="error" id="permissions-error">${error}</p>`}${groups}</div>`;
}

/** The permissions of a role as sentences. */
export const permissionList = (text: CompanyMessages, held: readonly string[]): Html =>
  html`${permissionsByArea.map(({ area, permissions: names }) => {
    const some = names.filter((name) => held.includes(name));
    return (
      some.length > 0 &&
      html`<h3>${text.areas[area]}</h3><ul>${some.map((name) => html`<li>${text.permissions[name]}</li>`)}</ul>`
    );
  })}`;
