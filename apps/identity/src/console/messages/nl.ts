import type { ConsoleMessages } from './messages.js';

export const nl: ConsoleMessages = {
  console: 'Uw account',
  sections: {
    profile: 'Profiel',
    password: 'Wachtwoord',
    sessions: 'Sessies',
    clients: 'API-clients',
    deliveries: 'Afmeldmeldingen',
    refusals: 'Weigeringen',
    audit: 'Auditlog',
  },
  signOut: 'Afmelden',
  signInAgain: 'Opnieuw aanmelden',
  signInAgainHint: 'Meld u opnieuw aan. Uw browser moet daarvoor cookies accepteren.',
  done: {
    passwordChanged: 'Uw wachtwoord is gewijzigd. Overal elders bent u afgemeld.',
    sessionEnded: 'De sessie is beëindigd.',
    sessionsEnded: 'Alle andere sessies zijn beëindigd.',
    clientCreated: 'De client is geregistreerd.',
    clientSaved: 'De client is opgeslagen.',
    clientDisabled: 'De client is uitgeschakeld.',
    clientEnabled: 'De client is ingeschakeld.',
    clientDeleted: 'De client is verwijderd.',
    secretRevoked: 'Het geheim is ingetrokken.',
    deliveryRetried: 'De melding wordt zo opnieuw verstuurd.',
  },
  cancel: 'Annuleren',
  notAllowed: 'U mag deze pagina niet zien',
  notAKeeper:
    'API-clients worden beheerd door beheerders van een bedrijf. Zou u er een moeten zijn, vraag het dan aan een beheerder van uw bedrijf.',
  foreignForm: 'De pagina waarvan u dit verstuurde was verouderd. Open haar opnieuw en herhaal wat u deed.',

  profileHint: 'Uw naam en e-mailadres worden beheerd door de beheerders van uw bedrijf.',
  name: 'Naam',
  email: 'E-mailadres',
  language: 'Taal',
  languageHint: 'Onderaan de pagina kunt u een andere kiezen.',

  passwordHint: 'Met een nieuw wachtwoord wordt u overal elders afgemeld.',
  changePassword: 'Wachtwoord wijzigen',

  sessionsHint:
    'De browsers waarin u bent aangemeld. Beëindig wat u niet herkent en wijzig in dat geval uw wachtwoord.',
  thisDevice: 'deze browser',
  unknownDevice: 'Onbekend apparaat',
  onSystem: (browser, system) => `${browser} op ${system}`,
  address: 'Internetadres',
  firstSeen: 'Aangemeld',
  lastSeen: 'Laatst gezien',
  applications: 'Toepassingen',
  endSession: 'Sessie beëindigen',
  endOthers: 'Alle andere sessies beëindigen',
  endOthersHint:
    'Ook toepassingen die uw wachtwoord zonder browser gebruiken, moeten zich opnieuw aanmelden.',
  onlyThisSession: 'U bent nergens anders aangemeld.',
};
