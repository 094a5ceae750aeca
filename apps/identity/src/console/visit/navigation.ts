import { button } from '../../pages/components.js';
import { type Html, html } from '../../pages/html.js';
import { messages } from '../../pages/messages/messages.js';
import { consolePaths } from '../../paths/console.js';
import { menu } from './menu.js';
import type { Visit } from './visit.js';

const forEverybody = ['profile', 'password', 'sessions'] as const;
const forMembers = ['companies'] as const;
const forKeepers = ['clients', 'deliveries', 'refusals', 'audit'] as const;

/** A part of the console. */
export type Section =
  | (typeof forEverybody)[number]
  | (typeof forMembers)[number]
  | (typeof forKeepers)[number];

/**
 * Links to the parts that the user may see, and the way out. It says who that is: somebody else may have
 * signed in with this browser since the page before.
 */
export function navigation(
  visit: Visit,
  current: Section | undefined,
  { isMember, isKeeper }: { isMember: boolean; isKeeper: boolean },
): Html {
  const { text, account, locale } = visit;
  const link = (section: Section) =>
    html`<li><a href="${consolePaths[section]}"${section === current && html` aria-current="page"`}>${text.sections[section]}</a></li>`;
  const sections: Section[] = [
    ...forEverybody,
    ...(isMember ? forMembers : []),
    ...(isKeeper ? forKeepers : []),
  ];
  const who = messages[locale.language].signedInAs(
    `${account.givenName} ${account.familyName}`,
    account.email,
  );
  return html`<nav class="console" aria-label="${text.console}">${menu('menu', text.menu, html`<ul>${sections.map(link)}</ul>`)}
<p class="hint">${who}</p>
${visit.form(consolePaths.signOut, button(text.signOut, { kind: 'secondary' }))}</nav>`;
}
