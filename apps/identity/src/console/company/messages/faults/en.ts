import type { FaultMessages } from './faults.js';

export const faults: FaultMessages = {
  faults: {
    inTitle: 'Please correct',
    summary: 'This was not saved yet. Please correct what is marked.',
    required: 'Please fill this in.',
    tooShort: (least) => `Too short: please enter at least ${least} characters.`,
    tooLong: (most) => `Too long: please enter at most ${most} characters.`,
    tooMany: 'These are too many.',
    outOfRange: 'This number is too small or too large.',
    invalidFormat: 'This cannot be read. Please check how it is written.',
    choose: 'Please choose one.',
    notFound: 'There is no such thing in this company any more.',
    archived: 'This is archived. Please choose another one.',
    duplicate: 'This is in use already. Please choose another one.',
    wrong: 'This cannot be so.',
    cannotGive: (permission) =>
      `You can only give what you may do yourself, and as far as you may do it. This one you may not: “${permission}”`,
    searchTooShort: 'Please enter 2 to 100 characters.',
    userExists: 'A user with this address belongs to the company already.',
    notAnEmail: 'Please enter an e-mail address, such as una@works.example.',
    ownEmail:
      'You sign in with this address already: small and capital letters are the same. Please enter another one.',
    roleHeld: 'This role is given there already.',
    everywhereAndPlaces:
      'The role counts in the whole company, or at the places you tick: please choose one.',
    noPlace: 'Please tick at least one place.',
    tooManyPlaces: (most) => `Please tick at most ${most} places: one counts for all places below it, too.`,
    band: 'Please enter a whole number from 2 to 25.',
    bandOrder: 'Each band must begin above the one before.',
    sessionLifetime: 'Please enter a whole number from 5 to 20160, or nothing.',
    notALanguage: 'Please enter a language tag, such as en or es-MX.',
    noSuchPerson:
      'Nobody who belongs or has belonged to the company has this address now. Please enter the present one.',
    filter: 'Please check the filter: nothing can be found with it.',
    beforeFrom: 'This is before the first day. Please enter a later one.',
  },
  refusals: {
    'last-administrator':
      'The company needs at least one active user who may manage users, roles and settings. Make somebody else one first.',
    'in-use': 'Users or API clients hold this role. Take it away from all of them first.',
    'built-in': 'This role is built in, and nobody changes it. Make a role of your own.',
    archived: 'Somebody else has removed this in the meantime.',
    duplicate: 'There is one like this already.',
  },
};
