import { emailForm } from '@safety/contracts';

const MAX_EMAIL_LENGTH = 254;
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL and addresses take none
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

/** E-mail addresses compare without case. */
export const emailKey = (email: string): string => emailForm(email).toLowerCase();

/** Whether it can be anybody's: nothing else is looked up or stored. */
export const isEmailKey = (key: string): boolean =>
  key.length <= MAX_EMAIL_LENGTH && key.includes('@') && !CONTROL_CHARACTERS.test(key);
