import { type Language, type ProblemCode, problems } from '@safety/contracts';
import { es } from './titles/es.js';
import { kk } from './titles/kk.js';
import { nl } from './titles/nl.js';
import { ru } from './titles/ru.js';
import type { Titles } from './titles/titles.js';

const translations: Record<Exclude<Language, 'en'>, Titles> = { es, ru, kk, nl };

/** The title of a problem in a language. */
export const problemTitle = (code: ProblemCode, language: Language): string =>
  language === 'en' ? problems[code].title : translations[language][code];
