import type { scopes } from '@safety/contracts';
import type { Catalogue } from '../locale.js';
import { en } from './en.js';
import { es } from './es.js';
import { kk } from './kk.js';
import { nl } from './nl.js';
import { ru } from './ru.js';

/** Every scope that a client can be registered for. */
type ScopeName =
  | 'openid'
  | 'profile'
  | 'roles'
  | 'email'
  | 'offline_access'
  | (typeof scopes)[keyof typeof scopes];

/** Every text of the pages that need no sign-in. `when` is a time from now in words: "in 5 minutes". */
export interface Messages {
  /** Of the list of languages. */
  language: string;
  /** Past the navigation, for keyboards. */
  skipToContent: string;

  signIn: string;
  signInTo: (client: string) => string;
  email: string;
  password: string;
  wrongCredentials: string;
  /** Where the address is not asked for. */
  wrongPassword: string;
  busy: string;
  tooManyAttempts: (when: string) => string;
  accountLocked: string;
  forgottenPassword: string;

  forgottenPasswordTitle: string;
  forgottenPasswordHint: string;
  sendLink: string;
  linkSent: string;
  linkSentHint: string;
  tooManyMails: (when: string) => string;
  tooManyPasswords: (when: string) => string;
  noMail: string;
  noMailHint: string;
  backToSignIn: string;
  openMailbox: string;

  newPasswordTitle: string;
  invitationTitle: string;
  newPasswordFor: (email: string) => string;
  newPassword: string;
  newPasswordHint: (least: number) => string;
  repeatPassword: string;
  savePassword: string;
  passwordTooShort: (least: number) => string;
  passwordTooLong: (most: number) => string;
  passwordTooCommon: string;
  passwordTooPersonal: string;
  passwordsDiffer: string;
  passwordSaved: string;
  passwordSavedHint: string;
  /** Not after a first password. */
  signedOutElsewhere: string;
  linkInvalid: string;
  linkInvalidHint: string;
  requestLink: string;
  /** At a link that no longer works, after its form was sent. */
  sentTwice: string;

  newEmailTitle: string;
  newEmailHint: (email: string) => string;
  newPasswordEndsLink: string;
  confirmEmail: string;
  emailConfirmed: string;
  emailConfirmedHint: string;
  emailLinkInvalidHint: string;

  consent: string;
  consentQuestion: (client: string) => string;
  signedInAs: (name: string, email: string) => string;
  consentList: string;
  /** The actions that a scope allows to a client; each continues `consentList`. */
  scopes: Record<ScopeName, string>;
  /** The same to a client that belongs to a company, where it differs. */
  scopesOfCompany: Record<'roles' | (typeof scopes)['accounts'], string>;
  consentOneCompany: string;
  consentDestination: (host: string) => string;
  allow: string;
  refuse: string;

  signOut: string;
  signOutQuestion: string;
  signOutHint: string;
  staySignedIn: string;
  signedOut: string;
  signedOutHint: string;
  alreadySignedOut: string;
  alreadySignedOutHint: string;
  applicationsTold: string;
  told: string;
  beingTold: string;

  oneMoment: string;
  goOn: string;
  backAtApplication: string;
  otherUser: string;

  error: string;
  errorHint: string;
  notFoundHint: string;
  /** Of a form about what somebody has ended or removed meanwhile. */
  goneHint: string;
  forbiddenHint: string;
  noAccessHint: string;
  busyHint: string;
  busyUntil: (when: string) => string;
  faultHint: string;
  requestExpired: string;
  cookiesNeeded: string;
  backTo: (name: string) => string;
  technicalDetails: string;
  requestId: string;

  mailbox: string;
  mailboxHint: string;
  mailboxEmpty: string;
  mailTo: string;
}

export const messages: Catalogue<Messages> = { en, es, ru, kk, nl };
