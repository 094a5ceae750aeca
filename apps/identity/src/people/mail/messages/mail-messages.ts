import type { Catalogue } from '../../../pages/locale.js';
import type { MailKind } from '../mail.js';
import { en } from './en.js';
import { es } from './es.js';
import { kk } from './kk.js';
import { nl } from './nl.js';
import { ru } from './ru.js';

/** The texts of one kind of mail. */
interface MailTexts {
  subject: string;
  /** The news, one paragraph each. */
  paragraphs: string[];
  /** The text of the link; absent in a mail without one. */
  link?: string;
  /** Below the link: how long it works, and what to do when the mail was not wanted. */
  afterwards: string[];
}

export interface MailMessages extends Record<MailKind, MailTexts> {
  /** Of nobody: inviters choose names, and the mails are ours. */
  greeting: string;
}

export const mailMessages: Catalogue<MailMessages> = { en, es, ru, kk, nl };
