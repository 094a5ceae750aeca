import { linkButton } from '../pages/components.js';
import type { Html } from '../pages/html.js';
import type { Locale } from '../pages/locale.js';
import { messages } from '../pages/messages/messages.js';
import { inChosenLanguage, type LocaleRequest } from '../pages/request-locale.js';
import { consolePaths } from '../paths/console.js';

/**
 * On to a sign-in that has begun already, else to one at the console. That one asks in any case: the mail may
 * have been opened in a browser in which somebody else is signed in.
 */
export const signInAddress = (request: LocaleRequest, begun?: string): string =>
  begun ?? inChosenLanguage(request, `${consolePaths.signIn}?fresh`);

export const signInLink = (locale: Locale, address: string): Html =>
  linkButton(messages[locale.language].signIn, address);
