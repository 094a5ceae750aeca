import type { Language, SaveUserProfile } from '@safety/contracts';
import { timeZoneName } from '../../pages/dates.js';
import { languageNames } from '../../pages/locale.js';
import type { ConsoleMessages } from '../messages/messages.js';

/** The profile of the user of a token, as accounts answers it. */
export type OwnProfile = SaveUserProfile & { version: number };

export const ownProfilePath = '/users/me';

/** How people know a choice of the profile; without one, that of the company counts. */
export function choiceName(text: ConsoleMessages, name: 'locale' | 'timeZone', value: string | null): string {
  if (!value) return text.asTheCompany;
  return name === 'locale' ? (languageNames[value as Language] ?? value) : timeZoneName(value);
}
