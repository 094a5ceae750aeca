import type { MailMessages } from './mail-messages.js';

export const en: MailMessages = {
  greeting: (name) => `Hello ${name},`,
  invitation: {
    subject: 'Your account for Workplace Safety',
    paragraphs: ['An account for Workplace Safety has been made for you. Choose a password to begin.'],
    link: 'Choose a password',
    afterwards: [
      'The link works once, within seven days. After that, ask for a new one with “Forgotten your password?” on the sign-in page.',
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
};
