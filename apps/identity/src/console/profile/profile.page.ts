import { linkButton } from '../../pages/components.js';
import { type Html, html } from '../../pages/html.js';
import { languageNames } from '../../pages/locale.js';
import { consolePaths } from '../../paths/console.js';
import { companyMessages } from '../company/messages/messages.js';
import type { ConsolePage, Visit } from '../visit/visit.js';
import { choiceName, type OwnProfile } from './own-profile.js';

/** @param profile nothing while accounts does not tell it */
export function profilePage(visit: Visit, profile: OwnProfile | undefined): ConsolePage {
  const { account, locale, text } = visit;
  const { givenName, familyName } = profile ?? account;
  return {
    section: 'profile',
    title: text.sections.profile,
    content: html`<h1>${text.sections.profile}</h1>
<p>${text.profileHint}</p>
<dl><dt>${text.name}</dt><dd>${givenName} ${familyName}</dd>
<dt>${text.email}</dt><dd>${account.email}</dd>
${profile && ownChoices(visit, profile)}
<dt>${text.languageOfPages}</dt><dd>${languageNames[locale.language]}<br><span class="hint">${text.languageHint}</span></dd></dl>
${!profile && html`<p class="hint">${text.profileAway}</p>`}
<div class="actions">${linkButton(text.editProfile, consolePaths.editProfile, 'secondary')}
${linkButton(text.changeEmail, consolePaths.email, 'secondary')}
${linkButton(text.changePassword, consolePaths.password, 'secondary')}
${linkButton(text.sections.sessions, consolePaths.sessions, 'secondary')}</div>`,
  };
}

function ownChoices({ text, locale: { language } }: Visit, { locale, timeZone }: OwnProfile): Html {
  return html`<dt>${text.language}</dt><dd>${choiceName(text, 'locale', locale)}</dd>
<dt>${companyMessages[language].timeZone}</dt><dd>${choiceName(text, 'timeZone', timeZone)}</dd>`;
}
