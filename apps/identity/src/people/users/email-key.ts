const MAX_EMAIL_LENGTH = 254;
// biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL and addresses take none
const CONTROL_CHARACTERS = /[\u0000-\u001f\u007f]/;

/** E-mail addresses compare without case; NFKC makes one address of its look-alikes. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/** Whether it can be anybody's: nothing else is looked up or stored. */
export const isEmailKey = (key: string): boolean =>
  key.length <= MAX_EMAIL_LENGTH && key.includes('@') && !CONTROL_CHARACTERS.test(key);
