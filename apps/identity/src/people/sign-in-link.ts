import { linkButton } from '../pages/components.js';
import type { Html } from '../pages/html.js';
import type { Locale } from '../pages/locale.js';
import { messages } from '../pages/messages/messages.js';
import { inLanguage } from '../pages/page.js';
import { consolePaths } from '../paths/console.js';

/**
 * On to a sign-in that has begun already, else to one at the console. That one asks in any case: the mail may
 * have been opened in a browser in which somebody else is signed in.
 */
export const signInLink = (locale: Locale, begun?: string): Html =>
  linkButton(
    messages[locale.language].signIn,
    begun ?? inLanguage(`${consolePaths.signIn}?fresh`, locale.tag),
  );
