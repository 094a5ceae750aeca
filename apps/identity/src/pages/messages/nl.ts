import type { Messages } from './messages.js';

export const nl: Messages = {
  language: 'Taal',
  skipToContent: 'Naar de inhoud',

  signIn: 'Inloggen',
  signInTo: (client) => `Verder naar ${client}`,
  email: 'E-mailadres',
  password: 'Wachtwoord',
  wrongCredentials: 'Het e-mailadres of het wachtwoord klopt niet.',
  wrongPassword: 'Het wachtwoord klopt niet.',
  busy: 'Er loggen nu te veel mensen in. Probeer het zo meteen opnieuw.',
  tooManyAttempts: (when) =>
    `Er zijn te veel mislukte pogingen geweest. Probeer het ${when} opnieuw of stel een nieuw wachtwoord in.`,
  accountLocked: 'Er zijn te veel mislukte pogingen achter elkaar geweest. Stel een nieuw wachtwoord in.',
  forgottenPassword: 'Wachtwoord vergeten?',

  forgottenPasswordTitle: 'Wachtwoord vergeten?',
  forgottenPasswordHint:
    'Vul uw e-mailadres in. U krijgt van ons een link waarmee u een nieuw wachtwoord instelt.',
  sendLink: 'Link versturen',
  linkSent: 'Kijk in uw e-mail',
  linkSentHint:
    'Als er een account met dit adres bestaat, is er een bericht met een link onderweg, tenzij er in het afgelopen uur al meerdere zijn verstuurd. Komt het niet binnen een paar minuten aan, kijk dan in uw map met ongewenste e-mail.',
  tooManyMails: (when) => `Er zijn te veel links aangevraagd. Probeer het ${when} opnieuw.`,
  tooManyPasswords: (when) => `Er zijn te veel nieuwe wachtwoorden geprobeerd. Probeer het ${when} opnieuw.`,
  noMail: 'Van hieruit kan geen e‑mail worden verstuurd',
  noMailHint: 'Vraag de beheerders van deze dienst om een link waarmee u een nieuw wachtwoord instelt.',
  backToSignIn: 'Terug naar inloggen',
  openMailbox: 'Demopostvak openen',

  newPasswordTitle: 'Nieuw wachtwoord instellen',
  invitationTitle: 'Welkom',
  newPasswordFor: (email) => `Voor het account ${email}`,
  newPassword: 'Nieuw wachtwoord',
  newPasswordHint: (least) =>
    `Minstens ${least} tekens. Een paar woorden achter elkaar zijn makkelijk te onthouden en moeilijk te raden.`,
  repeatPassword: 'Herhaal het nieuwe wachtwoord',
  savePassword: 'Wachtwoord opslaan',
  passwordTooShort: (least) => `Te kort: gebruik minstens ${least} tekens.`,
  passwordTooLong: (most) => `Te lang: gebruik hoogstens ${most} tekens.`,
  passwordTooCommon:
    'Te makkelijk te raden: aanvallers proberen dit wachtwoord als een van de eerste. Kies een ander.',
  passwordTooPersonal: 'Kies een wachtwoord zonder uw naam of e-mailadres.',
  passwordsDiffer: 'De twee wachtwoorden zijn niet gelijk.',
  passwordSaved: 'Uw wachtwoord is opgeslagen',
  passwordSavedHint: 'U kunt er nu mee inloggen.',
  signedOutElsewhere: 'Op alle andere apparaten bent u uitgelogd.',
  linkInvalid: 'Deze link werkt niet meer',
  linkInvalidHint: 'Een link werkt één keer en voor beperkte tijd. U kunt een nieuwe aanvragen.',
  requestLink: 'Nieuwe link aanvragen',
  sentTwice: 'Als u het formulier twee keer hebt verstuurd, is het opgeslagen. U kunt inloggen.',

  newEmailTitle: 'Bevestig uw nieuwe e-mailadres',
  newEmailHint: (email) => `Zodra u dit bevestigt, logt u in met ${email}.`,
  newPasswordEndsLink:
    'Met een nieuw wachtwoord vervalt deze link. Vraag de wijziging van het adres daarna opnieuw aan.',
  confirmEmail: 'Adres bevestigen',
  emailConfirmed: 'Uw nieuwe e-mailadres is bevestigd',
  emailConfirmedHint: 'Het geldt over een ogenblik. Log daarna in met dit adres.',
  emailLinkInvalidHint:
    'Een link werkt één keer en voor beperkte tijd. U kunt de wijziging opnieuw aanvragen.',

  consent: 'Toegang geven',
  consentQuestion: (client) => `Toegang geven aan ${client}?`,
  signedInAs: (name, email) => `U bent ingelogd als ${name} (${email}).`,
  consentList: 'Als u toegang geeft, kan de toepassing',
  scopes: {
    openid: 'weten wie u bent',
    profile: 'uw naam zien',
    roles: 'uw bedrijven en uw rollen daarin zien',
    email: 'uw e-mailadres zien',
    offline_access: 'deze toegang houden terwijl u weg bent',
    resources_accounts_api:
      'uw profiel zien en wijzigen, en zien voor welke bedrijven u werkt; waar u een bedrijf beheert, de gebruikers, rollen en instellingen ervan zien en wijzigen, voor zover u dat kunt',
    resources_business_api:
      'gevaren, gebeurtenissen en letsel, acties, mensen, relaties, organisatiestructuren, cursussen en opleidingsgegevens lezen en wijzigen, voor zover u dat kunt',
    'resources_business_api.read':
      'gevaren, gebeurtenissen en letsel, acties, mensen, relaties, organisatiestructuren, cursussen en opleidingsgegevens lezen, voor zover u dat kunt',
  },
  scopesOfCompany: {
    roles: 'uw rollen zien in het bedrijf waar de toepassing bij hoort',
    resources_accounts_api:
      'uw profiel zien, en dat u werkt voor het bedrijf waar de toepassing bij hoort; als u dat bedrijf beheert, de gebruikers, rollen en instellingen ervan zien en wijzigen, voor zover u dat kunt',
  },
  consentOneCompany: 'De toepassing hoort bij een van uw bedrijven en krijgt niets van de andere.',
  consentDestination: (host) => `Uw antwoord gaat naar ${host}.`,
  allow: 'Toestaan',
  refuse: 'Weigeren',

  signOut: 'Uitloggen',
  signOutQuestion: 'Wilt u uitloggen?',
  signOutHint: 'U wordt uitgelogd bij alle toepassingen die u met dit account hebt geopend.',
  staySignedIn: 'Ingelogd blijven',
  signedOut: 'U bent uitgelogd',
  signedOutHint: 'U kunt dit venster sluiten.',
  alreadySignedOut: 'U was al uitgelogd',
  alreadySignedOutHint: 'Deze sessie is voorbij; er viel niets meer te beëindigen.',
  applicationsTold: 'Toepassingen waar u was ingelogd',
  told: 'uitgelogd',
  beingTold: 'wordt uitgelogd',

  oneMoment: 'Een ogenblik',
  goOn: 'Doorgaan',
  backAtApplication: 'U gaat terug naar de toepassing. Gebeurt er niets, kies dan ‘Doorgaan’.',
  otherUser:
    'In deze browser was iemand anders ingelogd. Die sessie wordt beëindigd voordat u verdergaat. Gebeurt er niets, kies dan ‘Doorgaan’.',

  error: 'Dit is niet gelukt',
  errorHint: 'Ga terug naar de toepassing waar u vandaan kwam en probeer het opnieuw.',
  notFoundHint: 'Op dit adres is geen pagina.',
  goneHint: 'Dit bestaat niet meer. Open de lijst opnieuw.',
  forbiddenHint: 'Dit is niet toegestaan. Ga terug en probeer het opnieuw.',
  noAccessHint: 'Uw account heeft geen toegang tot deze toepassing.',
  busyHint: 'Het is nu te druk. Probeer het zo meteen opnieuw.',
  busyUntil: (when) => `Het is nu te druk. Probeer het ${when} opnieuw.`,
  faultHint: 'Er ging bij ons iets mis. Probeer het zo meteen opnieuw.',
  requestExpired: 'Deze inlogpoging is verlopen of al afgerond.',
  cookiesNeeded: 'Uw browser moet daarvoor cookies accepteren.',
  backTo: (name) => `Terug naar ${name}`,
  technicalDetails: 'Technische gegevens',
  requestId: 'Verzoeknummer',

  mailbox: 'Demopostvak',
  mailboxHint: 'Met de demogegevens verlaat geen e‑mail deze computer. Hier staat wat er verstuurd zou zijn.',
  mailboxEmpty: 'Er zijn nog geen berichten.',
  mailTo: 'Aan',
};
