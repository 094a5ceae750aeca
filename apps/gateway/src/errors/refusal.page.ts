import type { Language } from '@safety/contracts';
import { documentOf, escaped, link } from '../page.js';

const texts: Readonly<Record<Language, { busy: string; again: string }>> = {
  en: { busy: 'There is too much going on right now. Please try again in a moment.', again: 'Try again' },
  es: {
    busy: 'Hay demasiada actividad en este momento. Inténtelo de nuevo en un instante.',
    again: 'Intentarlo de nuevo',
  },
  ru: { busy: 'Сейчас слишком много запросов. Повторите попытку чуть позже.', again: 'Повторить' },
  kk: { busy: 'Қазір сұраулар тым көп. Сәлден соң қайталап көріңіз.', again: 'Қайталау' },
  nl: { busy: 'Het is nu te druk. Probeer het zo meteen opnieuw.', again: 'Opnieuw proberen' },
};

/** Tells a person that their request was refused; the link asks for the same address again. */
export function refusalPage(
  language: Language,
  { title, address, canRetry }: { title: string; address: string; canRetry: boolean },
): string {
  const { busy, again } = texts[language];
  return documentOf(
    language,
    `<h1>${escaped(title)}</h1>
${canRetry ? `<p>${escaped(busy)}</p>\n` : ''}<p>${link(address, again)}</p>`,
  );
}
