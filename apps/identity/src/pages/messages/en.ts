import type { Messages } from './messages.js';

export const en: Messages = {
  language: 'Language',

  signIn: 'Sign in',
  signInTo: (client) => `Continue to ${client}`,
  email: 'E-mail address',
  password: 'Password',
  wrongCredentials: 'The e-mail address or the password is not right.',
  wrongPassword: 'The password is not right.',
  busy: 'Too many people are signing in right now. Please try again in a moment.',
  tooManyAttempts: (when) =>
    `There were too many failed attempts. Please try again ${when}, or set a new password.`,
  accountLocked: 'There were too many failed attempts in a row. Please set a new password.',
  forgottenPassword: 'Forgotten your password?',

  forgottenPasswordTitle: 'Forgotten your password?',
  forgottenPasswordHint: 'Enter your e-mail address, and we will send you a link to set a new password.',
  sendLink: 'Send link',
  linkSent: 'Check your e-mail',
  linkSentHint:
    'If there is an account with this address, a message with a link is on its way, unless several were sent within the last hour. If it does not arrive within a few minutes, look in your spam folder.',
  tooManyMails: (when) => `Too many links have been asked for. Please try again ${when}.`,
  tooManyPasswords: (when) => `Too many new passwords have been tried. Please try again ${when}.`,
  noMail: 'No e-mail can be sent from here',
  noMailHint: 'Ask the operators of this service for a link that sets a new password.',
  backToSignIn: 'Back to sign-in',
  openMailbox: 'Open the demo mailbox',

  newPasswordTitle: 'Set a new password',
  invitationTitle: 'Welcome',
  newPasswordFor: (email) => `For the account ${email}`,
  newPassword: 'New password',
  newPasswordHint: (least) =>
    `At least ${least} characters. Several words in a row are easy to remember and hard to guess.`,
  repeatPassword: 'New password again',
  savePassword: 'Save password',
  passwordTooShort: (least) => `Too short: please use at least ${least} characters.`,
  passwordTooLong: (most) => `Too long: please use at most ${most} characters.`,
  passwordTooCommon: 'Too easy to guess: attackers try this password among the first. Please choose another.',
  passwordTooPersonal: 'Please choose a password without your name or e-mail address.',
  passwordsDiffer: 'The two passwords are not the same.',
  passwordSaved: 'Your password is saved',
  passwordSavedHint: 'You can now sign in with it. Everywhere else you have been signed out.',
  linkInvalid: 'This link no longer works',
  linkInvalidHint: 'A link works once and for a limited time. You can ask for a new one.',
  requestLink: 'Get a new link',
  sentTwice: 'If you sent the form twice, it is saved. You can sign in.',

  newEmailTitle: 'Confirm your new e-mail address',
  newEmailHint: (email) => `From now on you sign in with ${email}.`,
  confirmEmail: 'Confirm address',
  emailConfirmed: 'Your new e-mail address is confirmed',
  emailConfirmedHint: 'It counts within a moment. Then sign in with it.',
  emailLinkInvalidHint: 'A link works once and for a limited time. You can ask for the change again.',

  consent: 'Allow access',
  consentQuestion: (client) => `Allow access for ${client}?`,
  signedInAs: (name, email) => `You are signed in as ${name} (${email}).`,
  consentList: 'If you allow it, the application can',
  scopes: {
    openid: 'know who you are',
    profile: 'see your name',
    roles: 'see your companies and your roles in them',
    email: 'see your e-mail address',
    offline_access: 'keep this access while you are away',
    resources_accounts_api:
      'see and change your profile, and see which companies you work for; where you administer a company, see and change its users, roles and settings, as far as you can',
    resources_business_api:
      'read and change hazards, events and injuries, actions, people, associates, org structures, courses and training records, as far as you can',
    'resources_business_api.read':
      'read hazards, events and injuries, actions, people, associates, org structures, courses and training records, as far as you can',
  },
  scopesOfCompany: {
    roles: 'see your roles in the company it belongs to',
    resources_accounts_api:
      'see your profile, and that you work for the company it belongs to; where you administer that company, see and change its users, roles and settings, as far as you can',
  },
  consentOneCompany: 'It belongs to one of your companies, and gets nothing of the others.',
  consentDestination: (host) => `Your answer goes to ${host}.`,
  allow: 'Allow',
  refuse: 'Refuse',

  signOut: 'Sign out',
  signOutQuestion: 'Do you want to sign out?',
  signOutHint: 'You will be signed out of every application you opened with this account.',
  signedOut: 'You are signed out',
  signedOutHint: 'You can close this window.',
  alreadySignedOut: 'You were signed out already',
  alreadySignedOutHint: 'This session is over; there was nothing left to end.',
  applicationsTold: 'Applications you were signed in to',
  told: 'signed out',
  beingTold: 'being signed out',

  oneMoment: 'One moment',
  goOn: 'Continue',
  backAtApplication: 'You are on your way back to the application. If nothing happens, choose “Continue”.',
  otherUser:
    'Somebody else was signed in with this browser. That session ends before you go on. If nothing happens, choose “Continue”.',

  error: 'This did not work',
  errorHint: 'Go back to the application you came from and try again.',
  notFoundHint: 'There is no page at this address.',
  goneHint: 'This is not there any more. Open the list again.',
  forbiddenHint: 'This was not allowed. Go back and try again.',
  busyHint: 'There is too much going on right now. Please try again in a moment.',
  faultHint: 'Something went wrong on our side. Please try again in a moment.',
  requestExpired: 'This sign-in has expired or was finished already.',
  cookiesNeeded: 'Your browser has to accept cookies for this.',
  backTo: (name) => `Back to ${name}`,
  technicalDetails: 'Technical details',
  requestId: 'Request number',

  mailbox: 'Demo mailbox',
  mailboxHint: 'With the demo data no e-mail leaves this machine. Here is what would have been sent.',
  mailboxEmpty: 'There are no messages yet.',
  mailTo: 'To',
};
