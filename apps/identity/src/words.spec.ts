import { describe, expect, it } from '@jest/globals';
import type { Language } from '@safety/contracts';
import { clientMessages } from './console/clients/messages/messages.js';
import { companyMessages } from './console/company/messages/messages.js';
import { consoleMessages } from './console/messages/messages.js';
import { recordMessages } from './console/records/messages/messages.js';
import { messages } from './pages/messages/messages.js';
import { mailMessages } from './people/mail/messages/mail-messages.js';

const catalogues = [messages, consoleMessages, companyMessages, clientMessages, recordMessages, mailMessages];

/** Every sentence below a member; of a function its source, which holds its sentences. */
const sentencesOf = (texts: unknown): string[] =>
  typeof texts === 'object' && texts !== null ? Object.values(texts).flatMap(sentencesOf) : [String(texts)];

describe('the words of pages and mails', () => {
  it.each<[string, Language, RegExp]>([
    ['sign in and out with the inloggen family', 'nl', /\b(aan|af)(ge)?meld|\bmeldt? .*\baan\b/i],
    ['take a role as a masculine noun', 'nl', /\bhaar\b/i],
    ['do not ask for exactly one', 'nl', /heeft één/],
    ['call a role rol', 'es', /\bfunciones\b/],
    ['bring back what is archived alone', 'kk', /кері қайтар/i],
    ['do not call the page of a change of address the change', 'en', /From now on/],
    ['do not call the page of a change of address the change', 'es', /A partir de ahora/],
    ['do not call the page of a change of address the change', 'nl', /Voortaan/],
    ['do not call the page of a change of address the change', 'kk', /Бұдан былай/],
    ['do not call the page of a change of address the change', 'ru', /Теперь для входа/],
  ])('%s (%s)', (_, language, other) => {
    const sentences = catalogues.flatMap((catalogue) => sentencesOf(catalogue[language]));
    expect(sentences.filter((sentence) => other.test(sentence))).toEqual([]);
  });
});
