import type { IncomingMessage } from 'node:http';
import { type Language, languages } from '@safety/contracts';
import accepts from 'accepts';

/** Whether the caller takes JSON, or another type that the route answers (RFC 9110 section 12.5.1). */
export const acceptsJson = (request: IncomingMessage, other: readonly string[] = []): boolean =>
  request.headers.accept === undefined ||
  accepts(request).type(['application/json', 'application/problem+json', ...other]) !== false;

/** Whether the caller asks for a page, as browsers do; who takes anything is a program. */
export const prefersHtml = (request: IncomingMessage): boolean =>
  accepts(request).type(['application/json', 'application/problem+json', 'text/html']) === 'text/html';

/**
 * The language to answer a person in (RFC 9110 section 12.5.4); English when none of the caller's is known.
 */
export function languageOf(request: IncomingMessage): Language {
  if (request.headers['accept-language'] === undefined) return 'en';
  const accepted = accepts(request).language([...languages]);
  return languages.find((language) => language === accepted) ?? 'en';
}
