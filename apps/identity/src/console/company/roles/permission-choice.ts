import { type Permission, permissions } from '@safety/contracts';
import { type Html, html } from '../../../pages/html.js';
import type { CompanyMessages } from '../messages/messages.js';

/** The areas of permissions: the first parts of their names. */
export const areas = {
  hazards: ['hazards'],
  events: ['events'],
  actions: ['actions'],
  people: ['personnel', 'associates'],
  places: ['orgstructures'],
  training: ['training'],
  programs: ['exports', 'imports', 'webhooks', 'changes', 'clients'],
  administration: ['users', 'roles', 'company'],
} as const satisfies Record<string, readonly string[]>;
export type Area = keyof typeof areas;

/** The permissions of each area, in their own order. */
export const permissionsByArea = Object.entries(areas).map(([area, names]) => ({
  area: area as Area,
  permissions: permissions.filter((name) => (names as readonly string[]).includes(name.split('.')[0] ?? '')),
}));

/** A box for each permission with what it lets people do. */
export function permissionChoice(
  text: CompanyMessages,
  chosen: readonly string[],
  error: string | undefined,
): Html {
  const box = (name: Permission): Html => {
    const id = `permission-${name}`;
    return html`<div class="choice"><input type="checkbox" id="${id}" name="permissions" value="${name}"${chosen.includes(name) && html` checked`}>
<label for="${id}">${text.permissions[name]} <span class="hint">${name}</span></label></div>`;
  };
  const groups = permissionsByArea.map(
    ({ area, permissions: names }) =>
      html`<fieldset class="field"><legend>${text.areas[area]}</legend>${names.map(box)}</fieldset>`,
  );
  return html`<div class="field" id="permissions" role="group" aria-labelledby="permissions-title"${error && html` aria-describedby="permissions-error"`}>
<h2 id="permissions-title">${text.permissionsTitle}</h2>
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
