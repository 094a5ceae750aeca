import { linkButton } from '../pages/components.js';
import type { Html } from '../pages/html.js';
import type { Locale } from '../pages/locale.js';
import { messages } from '../pages/messages/messages.js';
import { inLanguage } from '../pages/page.js';
import { consolePath } from '../paths/console.js';

/** On to a sign-in that has begun already, else to one at the console. */
export const signInLink = (locale: Locale, begun?: string): Html =>
  linkButton(messages[locale.language].signIn, begun ?? inLanguage(consolePath, locale.tag));
