import type { ConsoleMessages } from './messages.js';

export const en: ConsoleMessages = {
  console: 'Your account',
  menu: 'Menu',
  sections: {
    profile: 'Profile',
    password: 'Password',
    sessions: 'Sessions',
    companies: 'Company',
    clients: 'API clients',
    deliveries: 'Logout calls',
    refusals: 'Refusals',
    audit: 'Audit trail',
  },
  signOut: 'Sign out',
  signInAgain: 'Sign in again',
  signInAgainHint: 'Please sign in again.',
  done: {
    passwordChanged: 'Your password is changed. Everywhere else you have been signed out.',
    profileSaved: 'Your profile is saved.',
    emailAsked:
      'If nobody else signs in with the new address, a link to confirm it is on its way there, unless several were sent within the last hour.',
    sessionEnded: 'The session has ended.',
    sessionsEnded: 'All other sessions have ended.',
    clientCreated: 'The client is registered.',
    clientSaved: 'The client is saved.',
    clientActs:
      'The client is saved. It acts for the company as itself now, so its earlier secrets have ended: make a new one.',
    clientDisabled: 'The client is disabled.',
    clientEnabled: 'The client is enabled.',
    clientDeleted: 'The client is deleted.',
    secretRevoked: 'The secret is revoked.',
    deliveryRetried: 'The call will be repeated in a moment.',
    userInvited: 'The user is invited.',
    userSaved: 'The name is saved.',
    userDisabled: 'The user is disabled in this company.',
    userEnabled: 'The user is enabled again.',
    userRemoved: 'The user no longer belongs to the company.',
    invitationSent:
      'The invitation is on its way, unless one was sent within the last ten minutes. Where a company invites more than a thousand users in an hour, some wait for the next hours.',
    roleGiven: 'The role is given.',
    roleChanged: 'The role is changed.',
    roleTaken: 'The role is taken away.',
    roleSaved: 'The role is saved.',
    roleArchived: 'The role is archived.',
    roleRestored: 'The role is back.',
    companySaved: 'The settings are saved.',
    nothingSaved: 'Nothing was saved: you had to sign in again first.',
  },
  cancel: 'Cancel',
  notAllowed: 'You may not see this page',
  notAKeeper:
    'API clients are managed by administrators of a company. If you should be one, ask an administrator of your company.',
  notAnAdministrator:
    'This is for administrators of the company whose role counts in the whole company. If you should be one, ask an administrator of your company.',
  foreignForm: 'The page you sent this from was out of date. Open it again and repeat what you did.',
  failedForm: 'This form has failed several times. Open its page again and repeat what you did.',

  profileHint:
    'Your names, language and time zone are yours to change, and so is the e-mail address. Administrators of a company can change the names that it knows you by.',
  name: 'Name',
  email: 'E-mail address',
  language: 'Language',
  languageOfPages: 'Language of these pages',
  languageHint: 'Choose another one at the bottom of the page.',
  asTheCompany: 'As in your company',
  profileAway: 'Language and time zone cannot be shown at the moment. Please try again later.',

  editProfile: 'Edit your profile',
  editProfileHint:
    'The names count in all your companies. Applications can go by the language and the time zone. These pages change to another language that you choose here, and show times in the time zone.',

  changeEmail: 'Change e-mail address',
  changeEmailHint:
    'A link is sent to the new address. Open it and enter your password: from then on you sign in with the new address. The present address is told.',
  changeEmailByOperators: 'Ask the operators of this service to change the address.',
  newEmail: 'New e-mail address',
  sendLink: 'Send the link',

  passwordHint: 'With a new password you are signed out everywhere else.',
  changePassword: 'Change password',

  sessionsHint:
    'The browsers in which you are signed in. End what you do not recognise, and change your password then.',
  thisDevice: 'this browser',
  unknownDevice: 'Unknown device',
  onSystem: (browser, system) => `${browser} on ${system}`,
  address: 'Internet address',
  firstSeen: 'Signed in',
  lastSeen: 'Last seen',
  applications: 'Applications',
  endSession: 'End session',
  endOthers: 'End all other sessions',
  endOthersHint: 'Applications that use your password without a browser have to sign in again, too.',
  onlyThisSession: 'You are signed in nowhere else.',
  moreSessions: (shown) => `There are more than these ${shown}. “End all other sessions” ends the rest, too.`,
};
