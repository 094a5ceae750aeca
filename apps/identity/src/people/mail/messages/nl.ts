import type { MailMessages } from './mail-messages.js';

export const nl: MailMessages = {
  greeting: 'Hallo,',
  invitation: {
    subject: 'Uw account voor Workplace Safety',
    paragraphs: [
      'Er is een account voor Workplace Safety voor u gemaakt. Kies een wachtwoord om te beginnen.',
    ],
    link: 'Een wachtwoord kiezen',
    afterwards: [
      'De link werkt één keer, binnen zeven dagen. Daarna vraagt u een nieuwe aan met ‘Wachtwoord vergeten?’ op de inlogpagina.',
    ],
  },
  'invitation-to-company': {
    subject: 'U bent uitgenodigd door een bedrijf',
    paragraphs: [
      'Een bedrijf heeft u uitgenodigd voor zijn Workplace Safety. Log in zoals altijd en kies het bedrijf.',
    ],
    link: 'Workplace Safety openen',
    afterwards: [
      'Kent u het bedrijf niet, dan hoeft u niets te doen: zolang u het niet opent, komt het niets over u te weten.',
    ],
  },
  'forgotten-password': {
    subject: 'Nieuw wachtwoord instellen',
    paragraphs: ['Iemand, hopelijk u, heeft om een nieuw wachtwoord voor uw account gevraagd.'],
    link: 'Nieuw wachtwoord instellen',
    afterwards: [
      'De link werkt één keer, binnen een uur.',
      'Was u het niet? Dan hoeft u niets te doen: uw wachtwoord blijft zoals het is.',
    ],
  },
  'password-changed': {
    subject: 'Uw wachtwoord is gewijzigd',
    paragraphs: [
      'Het wachtwoord van uw account is gewijzigd, en op andere apparaten is uw account uitgelogd.',
    ],
    afterwards: [
      'Was u het niet? Stel dan meteen een nieuw wachtwoord in met ‘Wachtwoord vergeten?’ op de inlogpagina en waarschuw uw beheerder.',
    ],
  },
  'new-email': {
    subject: 'Bevestig uw nieuwe e-mailadres',
    paragraphs: ['Iemand, hopelijk u, wil met dit e-mailadres inloggen bij Workplace Safety.'],
    link: 'Adres bevestigen',
    afterwards: [
      'De link werkt één keer, binnen een uur. U wordt om uw wachtwoord gevraagd.',
      'Was u het niet? Dan hoeft u niets te doen: er verandert niets.',
    ],
  },
  'email-taken': {
    subject: 'Uw e-mailadres is opgegeven voor een ander account',
    paragraphs: [
      'Iemand wilde dit e-mailadres voor een ander account gebruiken. Het hoort bij uw account, dus er is niets gewijzigd.',
    ],
    afterwards: ['Was u het? Log dan in met dit adres, of vraag op de inlogpagina een nieuw wachtwoord aan.'],
  },
  'email-requested': {
    subject: 'Een nieuw e-mailadres voor uw account',
    paragraphs: [
      'Iemand, hopelijk u, heeft gevraagd het e-mailadres van uw account te wijzigen. Tot het nieuwe adres is bevestigd, logt u in met dit adres.',
    ],
    afterwards: [
      'Was u het niet? Stel dan meteen een nieuw wachtwoord in met ‘Wachtwoord vergeten?’ op de inlogpagina. Daarmee vervalt de aanvraag.',
    ],
  },
  'email-changed': {
    subject: 'Uw e-mailadres is gewijzigd',
    paragraphs: ['Het e-mailadres van uw account is gewijzigd. Met dit adres kunt u niet meer inloggen.'],
    afterwards: ['Was u het niet? Waarschuw dan meteen uw beheerder.'],
  },
};
