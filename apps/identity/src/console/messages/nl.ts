import type { ConsoleMessages } from './messages.js';

export const nl: ConsoleMessages = {
  console: 'Uw account',
  menu: 'Menu',
  sections: {
    profile: 'Profiel',
    password: 'Wachtwoord',
    sessions: 'Sessies',
    companies: 'Bedrijf',
    clients: 'API-clients',
    deliveries: 'Uitlogmeldingen',
    refusals: 'Weigeringen',
    audit: 'Auditlog',
  },
  signOut: 'Uitloggen',
  signInAgain: 'Opnieuw inloggen',
  signInAgainHint: 'Log opnieuw in.',
  done: {
    passwordChanged: 'Uw wachtwoord is gewijzigd. Overal elders bent u uitgelogd.',
    profileSaved: 'Uw profiel is opgeslagen.',
    emailAsked:
      'Als niemand anders met het nieuwe adres inlogt, is er een link onderweg om het te bevestigen, tenzij er in het afgelopen uur al meerdere zijn verstuurd.',
    sessionEnded: 'De sessie is beëindigd.',
    sessionsEnded: 'Alle andere sessies zijn beëindigd.',
    clientCreated: 'De client is geregistreerd.',
    clientSaved: 'De client is opgeslagen.',
    clientActs:
      'De client is opgeslagen. Hij handelt nu zelf voor het bedrijf, dus eerdere geheimen zijn vervallen: maak een nieuw geheim.',
    clientDisabled: 'De client is uitgeschakeld.',
    clientEnabled: 'De client is ingeschakeld.',
    clientDeleted: 'De client is verwijderd.',
    secretRevoked: 'Het geheim is ingetrokken.',
    deliveryRetried: 'De melding wordt zo opnieuw verstuurd.',
    userInvited: 'De gebruiker is uitgenodigd.',
    userSaved: 'De naam is opgeslagen.',
    userDisabled: 'De gebruiker is in dit bedrijf uitgeschakeld.',
    userEnabled: 'De gebruiker is weer ingeschakeld.',
    userRemoved: 'De gebruiker hoort niet meer bij het bedrijf.',
    invitationSent:
      'De uitnodiging is onderweg, tenzij er in de laatste tien minuten een is verstuurd. Nodigt een bedrijf in een uur meer dan duizend gebruikers uit, dan wachten sommige tot de volgende uren.',
    roleGiven: 'De rol is gegeven.',
    roleChanged: 'De rol is gewijzigd.',
    roleTaken: 'De rol is afgenomen.',
    roleSaved: 'De rol is opgeslagen.',
    roleArchived: 'De rol is gearchiveerd.',
    roleRestored: 'De rol is terug.',
    companySaved: 'De instellingen zijn opgeslagen.',
    nothingSaved: 'Er is niets opgeslagen: u moest eerst opnieuw inloggen.',
  },
  cancel: 'Annuleren',
  notAllowed: 'U mag deze pagina niet zien',
  notAKeeper:
    'API-clients worden beheerd door beheerders van een bedrijf. Zou u er een moeten zijn, vraag het dan aan een beheerder van uw bedrijf.',
  notAnAdministrator:
    'Dit is voor beheerders van het bedrijf met een rol die in het hele bedrijf geldt. Zou u er een moeten zijn, vraag het dan aan een beheerder van uw bedrijf.',
  foreignForm:
    'De pagina waarvan u dit verstuurde was verouderd. Open die pagina opnieuw en herhaal wat u deed.',
  failedForm: 'Dit formulier is meerdere keren mislukt. Open de pagina opnieuw en herhaal wat u deed.',

  profileHint:
    'Uw naam, taal, tijdzone en e-mailadres wijzigt u zelf. Beheerders van een bedrijf kunnen de naam wijzigen waaronder dat bedrijf u kent.',
  name: 'Naam',
  email: 'E-mailadres',
  language: 'Taal',
  languageOfPages: 'Taal van deze pagina’s',
  languageHint: 'Onderaan de pagina kunt u een andere kiezen.',
  asTheCompany: 'Zoals in uw bedrijf',
  profileAway: 'Taal en tijdzone kunnen nu niet worden getoond. Probeer het later opnieuw.',

  editProfile: 'Uw profiel bewerken',
  editProfileHint:
    'Uw voor- en achternaam gelden in al uw bedrijven. Toepassingen kunnen de taal en de tijdzone gebruiken. Deze pagina’s gaan over op een andere taal die u hier kiest, en tonen tijden in de gekozen tijdzone.',

  changeEmail: 'E-mailadres wijzigen',
  changeEmailHint:
    'We sturen een link naar het nieuwe adres. Open die en vul uw wachtwoord in: vanaf dan logt u in met het nieuwe adres. Het huidige adres krijgt bericht.',
  changeEmailByOperators: 'Vraag de beheerders van deze dienst om het adres te wijzigen.',
  newEmail: 'Nieuw e-mailadres',
  sendLink: 'Link versturen',

  passwordHint: 'Met een nieuw wachtwoord wordt u overal elders uitgelogd.',
  changePassword: 'Wachtwoord wijzigen',

  sessionsHint:
    'De browsers waarin u bent ingelogd. Beëindig wat u niet herkent en wijzig in dat geval uw wachtwoord.',
  thisDevice: 'deze browser',
  unknownDevice: 'Onbekend apparaat',
  onSystem: (browser, system) => `${browser} op ${system}`,
  address: 'Internetadres',
  firstSeen: 'Ingelogd',
  lastSeen: 'Laatst gezien',
  applications: 'Toepassingen',
  endSession: 'Sessie beëindigen',
  endOthers: 'Alle andere sessies beëindigen',
  endOthersHint: 'Ook toepassingen die uw wachtwoord zonder browser gebruiken, moeten opnieuw inloggen.',
  onlyThisSession: 'U bent nergens anders ingelogd.',
  moreSessions: (shown) =>
    `Er zijn er meer dan deze ${shown}. ‘Alle andere sessies beëindigen’ beëindigt ook de rest.`,
};
