import type { Catalogue } from '../../pages/locale.js';
import type { Section } from '../visit/navigation.js';
import { en } from './en.js';
import { es } from './es.js';
import { kk } from './kk.js';
import { nl } from './nl.js';
import { ru } from './ru.js';

/** The sentences of a page that an action leads to: it was done, or nothing was. */
export type Done =
  | 'passwordChanged'
  | 'profileSaved'
  | 'emailAsked'
  | 'sessionEnded'
  | 'sessionsEnded'
  | 'clientCreated'
  | 'clientSaved'
  | 'clientActs'
  | 'clientDisabled'
  | 'clientEnabled'
  | 'clientDeleted'
  | 'secretRevoked'
  | 'deliveryRetried'
  | 'userInvited'
  | 'userSaved'
  | 'userDisabled'
  | 'userEnabled'
  | 'userRemoved'
  | 'invitationSent'
  | 'roleGiven'
  | 'roleChanged'
  | 'roleTaken'
  | 'roleSaved'
  | 'roleArchived'
  | 'roleRestored'
  | 'companySaved'
  | 'nothingSaved';

/** The texts of the console for everybody. */
export interface ConsoleMessages {
  console: string;
  /** Opens the links to its parts on small screens. */
  menu: string;
  sections: Record<Section, string>;
  signOut: string;
  signInAgain: string;
  signInAgainHint: string;
  done: Record<Done, string>;
  cancel: string;
  notAllowed: string;
  notAKeeper: string;
  notAnAdministrator: string;
  foreignForm: string;
  failedForm: string;

  profileHint: string;
  name: string;
  email: string;
  language: string;
  languageOfPages: string;
  languageHint: string;
  asTheCompany: string;
  profileAway: string;

  editProfile: string;
  editProfileHint: string;

  changeEmail: string;
  changeEmailHint: string;
  /** Where no mail can be sent. */
  changeEmailByOperators: string;
  newEmail: string;
  sendLink: string;

  passwordHint: string;
  changePassword: string;

  sessionsHint: string;
  thisDevice: string;
  unknownDevice: string;
  /** A browser on a system. */
  onSystem: (browser: string, system: string) => string;
  address: string;
  firstSeen: string;
  lastSeen: string;
  applications: string;
  endSession: string;
  endOthers: string;
  endOthersHint: string;
  onlyThisSession: string;
  /** Below so many sessions, where there are more. */
  moreSessions: (shown: number) => string;
}

export const consoleMessages: Catalogue<ConsoleMessages> = { en, es, ru, kk, nl };
