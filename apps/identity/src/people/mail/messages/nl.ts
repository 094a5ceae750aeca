import type { MailMessages } from './mail-messages.js';

export const nl: MailMessages = {
  greeting: (name) => `Hallo ${name},`,
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
};
