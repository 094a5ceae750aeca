import type { Messages } from './messages.js';

export const en: Messages = {
  language: 'Language',

  signIn: 'Sign in',
  signInTo: (client) => `Continue to ${client}`,
  email: 'E-mail address',
  password: 'Password',
  wrongCredentials: 'The e-mail address or the password is not right.',
  busy: 'Too many people are signing in right now. Please try again in a moment.',
  tooManyAttempts: (when) =>
    `There were too many failed attempts. Please try again ${when}, or set a new password.`,
  forgottenPassword: 'Forgotten your password?',

  forgottenPasswordTitle: 'Forgotten your password?',
  forgottenPasswordHint: 'Enter your e-mail address, and we will send you a link to set a new password.',
  sendLink: 'Send link',
  linkSent: 'Check your e-mail',
  linkSentHint:
    'If there is an account with this address, a message with a link is on its way. If it does not arrive within a few minutes, look in your spam folder.',
  tooManyMails: (when) => `Too many links have been asked for. Please try again ${when}.`,
  noMail: 'No e-mail can be sent from here',
  noMailHint: 'Ask your administrator to set a new password for you.',
  backToSignIn: 'Back to sign-in',
  openMailbox: 'Open the demo mailbox',

  newPasswordTitle: 'Set a new password',
  invitationTitle: (name) => `Welcome, ${name}`,
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

  signOut: 'Sign out',
  signOutQuestion: 'Do you want to sign out?',
  signOutHint: 'You will be signed out of every application you opened with this account.',
  signedOut: 'You are signed out',
  signedOutHint: 'You can close this window.',
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
  forbiddenHint: 'This was not allowed. Go back and try again.',
  busyHint: 'There is too much going on right now. Please try again in a moment.',
  faultHint: 'Something went wrong on our side. Please try again in a moment.',
  requestExpired: 'This sign-in has expired or was finished already.',
  backTo: (name) => `Back to ${name}`,
  technicalDetails: 'Technical details',
  requestId: 'Request number',

  mailbox: 'Demo mailbox',
  mailboxHint: 'With the demo data no e-mail leaves this machine. Here is what would have been sent.',
  mailboxEmpty: 'There are no messages yet.',
  mailTo: 'To',
};
