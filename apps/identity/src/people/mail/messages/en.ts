import type { MailMessages } from './mail-messages.js';

export const en: MailMessages = {
  greeting: 'Hello,',
  invitation: {
    subject: 'Your account for Workplace Safety',
    paragraphs: ['An account for Workplace Safety has been made for you. Choose a password to begin.'],
    link: 'Choose a password',
    afterwards: [
      'The link works once, within seven days. After that, ask for a new one with “Forgotten your password?” on the sign-in page.',
    ],
  },
  'invitation-to-company': {
    subject: 'You were invited to a company',
    paragraphs: [
      'A company has invited you to its Workplace Safety. Sign in as usual, and choose the company.',
    ],
    link: 'Open Workplace Safety',
    afterwards: [
      'If you do not know the company, there is nothing to do: until you open it, it learns nothing of you.',
    ],
  },
  'forgotten-password': {
    subject: 'Set a new password',
    paragraphs: ['Somebody, hopefully you, asked to set a new password for your account.'],
    link: 'Set a new password',
    afterwards: [
      'The link works once, within one hour.',
      'If it was not you, there is nothing to do: your password stays as it is.',
    ],
  },
  'password-changed': {
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your account was changed, and your account was signed out on other devices.',
    ],
    afterwards: [
      'If it was not you, set a new password at once with “Forgotten your password?” on the sign-in page, and tell your administrator.',
    ],
  },
  'new-email': {
    subject: 'Confirm your new e-mail address',
    paragraphs: ['Somebody, hopefully you, wants to sign in to Workplace Safety with this e-mail address.'],
    link: 'Confirm address',
    afterwards: [
      'The link works once, within one hour. You will be asked for your password.',
      'If it was not you, there is nothing to do: nothing changes.',
    ],
  },
  'email-taken': {
    subject: 'Your e-mail address was entered for another account',
    paragraphs: [
      'Somebody wanted to use this e-mail address for another account. It belongs to your account, so nothing has changed.',
    ],
    afterwards: ['If it was you, sign in with this address, or ask for a new password on the sign-in page.'],
  },
  'email-requested': {
    subject: 'A new e-mail address for your account',
    paragraphs: [
      'Somebody, hopefully you, asked to change the e-mail address of your account. Until the new address is confirmed, you sign in with this one.',
    ],
    afterwards: [
      'If it was not you, set a new password at once with “Forgotten your password?” on the sign-in page. That ends the request.',
    ],
  },
  'email-changed': {
    subject: 'Your e-mail address was changed',
    paragraphs: ['The e-mail address of your account was changed. This address no longer signs you in.'],
    afterwards: ['If it was not you, tell your administrator at once.'],
  },
};
