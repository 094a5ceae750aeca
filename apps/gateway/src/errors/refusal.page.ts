import type { Language } from '@safety/contracts';
import { documentOf, escaped, link } from '../page.js';

interface Texts {
  busy: string;
  again: string;
  /** Where a form was sent. */
  sendAgain: string;
}

const texts: Readonly<Record<Language, Texts>> = {
  en: {
    busy: 'There is too much going on right now. Please try again in a moment.',
    again: 'Try again',
    sendAgain: 'Go back and send it again.',
  },
  es: {
    busy: 'Hay demasiada actividad en este momento. Inténtelo de nuevo en un instante.',
    again: 'Intentarlo de nuevo',
    sendAgain: 'Vuelva atrás y envíelo de nuevo.',
  },
  ru: {
    busy: 'Сейчас слишком много запросов. Повторите попытку чуть позже.',
    again: 'Повторить',
    sendAgain: 'Вернитесь назад и отправьте ещё раз.',
  },
  kk: {
    busy: 'Қазір сұраулар тым көп. Сәлден соң қайталап көріңіз.',
    again: 'Қайталау',
    sendAgain: 'Артқа қайтып, қайта жіберіңіз.',
  },
  nl: {
    busy: 'Het is nu te druk. Probeer het zo meteen opnieuw.',
    again: 'Opnieuw proberen',
    sendAgain: 'Ga terug en verstuur het opnieuw.',
  },
};

export interface Refusal {
  title: string;
  /** Of the page that was asked for; nothing where a form was sent, whose address may have none. */
  address: string | undefined;
  canRetry: boolean;
}

/** Tells a person that their request was refused, and how to try again. */
export function refusalPage(language: Language, { title, address, canRetry }: Refusal): string {
  const { busy, again, sendAgain } = texts[language];
  return documentOf(
    language,
    `<h1>${escaped(title)}</h1>
${canRetry ? `<p>${escaped(busy)}</p>\n` : ''}<p>${address === undefined ? escaped(sendAgain) : link(address, again)}</p>`,
  );
}
