import { field } from '../../pages/components.js';
import { html } from '../../pages/html.js';
import { languageNames } from '../../pages/locale.js';
import { consolePaths } from '../../paths/console.js';
import { formContent } from '../company/form/form.page.js';
import { select } from '../company/form/parts.js';
import type { Refused } from '../company/form/refused.js';
import { one, type Sent } from '../company/form/sent.js';
import { versionOf } from '../company/form/stale.js';
import { companyMessages } from '../company/messages/messages.js';
import { timeZones } from '../company/settings/time-zones.js';
import type { ConsolePage, Visit } from '../visit/visit.js';

interface ProfileForm {
  version: number;
  sent: Sent;
  refused?: Refused | undefined;
}

const languages = Object.entries(languageNames).map(([value, label]) => ({ value, label }));

/** Names, language and time zone of the user. */
export function editProfilePage(visit: Visit, { version, sent, refused }: ProfileForm): ConsolePage {
  const { text, locale } = visit;
  const faults = refused?.faults ?? {};
  const { givenName, familyName, timeZone } = companyMessages[locale.language];
  const labels = { givenName, familyName, locale: text.language, timeZone };
  const input = (name: 'givenName' | 'familyName', autocomplete: string) =>
    field({
      name,
      label: labels[name],
      autocomplete,
      value: one(sent, name),
      maxLength: 100,
      error: faults[name],
    });
  const choice = (name: 'locale' | 'timeZone', options: typeof timeZones) =>
    select({
      name,
      label: labels[name],
      options,
      chosen: one(sent, name),
      nothing: text.asTheCompany,
      error: faults[name],
    });
  return {
    section: 'profile',
    ...formContent(visit, {
      title: text.editProfile,
      hint: text.editProfileHint,
      address: consolePaths.editProfile,
      back: consolePaths.profile,
      version: versionOf(sent, version, refused),
      labels,
      refused,
      content: html`${input('givenName', 'given-name')}${input('familyName', 'family-name')}
${choice('locale', languages)}${choice('timeZone', timeZones)}`,
    }),
  };
}
