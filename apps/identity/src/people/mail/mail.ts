import type { Language } from '@safety/contracts';
import type { Html } from '../../pages/html.js';

/** A message ready to be sent. */
export interface Mail {
  /** An address. */
  to: string;
  language: Language;
  subject: string;
  text: string;
  html: Html;
}

/** Takes a message over, or throws: then it is tried again later. */
export interface MailTransport {
  /** @param id the same for each try, so that receivers know a copy */
  send(mail: Mail, id: string): Promise<void>;
}

/** Why a message is sent. */
export type MailKind =
  | 'invitation'
  | 'invitation-to-company'
  | 'forgotten-password'
  | 'password-changed'
  | 'new-email'
  | 'email-taken'
  | 'email-requested'
  | 'email-changed';
