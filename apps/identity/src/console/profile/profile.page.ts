import { linkButton } from '../../pages/components.js';
import { html } from '../../pages/html.js';
import { languageNames } from '../../pages/locale.js';
import { consolePaths } from '../../paths/console.js';
import type { ConsolePage, Visit } from '../visit/visit.js';

export function profilePage({ account, locale, text }: Visit): ConsolePage {
  const { givenName, familyName, email } = account;
  return {
    section: 'profile',
    title: text.sections.profile,
    content: html`<h1>${text.sections.profile}</h1>
<p>${text.profileHint}</p>
<dl><dt>${text.name}</dt><dd>${givenName} ${familyName}</dd>
<dt>${text.email}</dt><dd>${email}</dd>
<dt>${text.language}</dt><dd>${languageNames[locale.language]}<br><span class="hint">${text.languageHint}</span></dd></dl>
<div class="actions">${linkButton(text.changeEmail, consolePaths.email, 'secondary')}
${linkButton(text.changePassword, consolePaths.password, 'secondary')}
${linkButton(text.sections.sessions, consolePaths.sessions, 'secondary')}</div>`,
  };
}
