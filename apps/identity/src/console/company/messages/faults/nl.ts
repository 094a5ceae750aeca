import type { FaultMessages } from './faults.js';

export const faults: FaultMessages = {
  faults: {
    inTitle: 'Verbeter dit',
    summary: 'Dit is nog niet opgeslagen. Verbeter wat gemarkeerd is.',
    required: 'Vul dit in.',
    tooShort: (least) => `Te kort: gebruik minstens ${least} tekens.`,
    tooLong: (most) => `Te lang: gebruik hoogstens ${most} tekens.`,
    tooMany: 'Dit zijn er te veel.',
    outOfRange: 'Dit getal is te klein of te groot.',
    invalidFormat: 'Dit is niet te lezen. Controleer hoe het geschreven is.',
    choose: 'Kies er een.',
    notFound: 'Dit bestaat niet meer in dit bedrijf.',
    archived: 'Dit is gearchiveerd. Kies een ander.',
    duplicate: 'Dit is al in gebruik. Kies iets anders.',
    wrong: 'Dit kan niet.',
    cannotGive: (permission) =>
      `U kunt alleen geven wat u zelf mag, en zover als u het mag. Dit mag u niet: “${permission}”`,
    searchTooShort: 'Vul 2 tot 100 tekens in.',
    userExists: 'Een gebruiker met dit adres hoort al bij het bedrijf.',
    notAnEmail: 'Vul een e-mailadres in, zoals una@works.example.',
    ownEmail:
      'U logt al in met dit adres: hoofdletters en kleine letters zijn hetzelfde. Vul een ander adres in.',
    roleHeld: 'Deze rol is daar al gegeven.',
    everywhereAndPlaces:
      'De rol geldt in het hele bedrijf, of op de plaatsen die u aankruist: kies een van beide.',
    noPlace: 'Kruis minstens één plaats aan.',
    tooManyPlaces: (most) =>
      `Kruis hoogstens ${most} plaatsen aan: elke plaats geldt ook voor alle plaatsen daaronder.`,
    band: 'Vul een geheel getal van 2 tot 25 in.',
    bandOrder: 'Elke klasse moet boven de vorige beginnen.',
    sessionLifetime: 'Vul een geheel getal van 5 tot 20160 in, of niets.',
    notALanguage: 'Vul een taalcode in, zoals en of es-MX.',
    noSuchPerson:
      'Niemand die bij het bedrijf hoort of heeft gehoord, heeft nu dit adres. Vul het huidige adres in.',
    filter: 'Controleer het filter: hiermee is niets te vinden.',
    beforeFrom: 'Dit ligt vóór de eerste dag. Vul een latere in.',
  },
  refusals: {
    'last-administrator':
      'Het bedrijf heeft minstens één actieve gebruiker nodig die gebruikers, rollen en instellingen mag beheren. Geef dat eerst aan iemand anders.',
    'in-use': 'Gebruikers of API-clients hebben deze rol. Neem hem eerst van allemaal af.',
    'built-in': 'Deze rol is ingebouwd en niemand wijzigt hem. Maak een eigen rol.',
    archived: 'Iemand anders heeft dit intussen verwijderd.',
    duplicate: 'Zo een is er al.',
  },
};
