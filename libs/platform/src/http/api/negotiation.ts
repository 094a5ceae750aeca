import type { IncomingMessage } from 'node:http';
import { type Language, languages } from '@safety/contracts';
import accepts from 'accepts';

/**
 * Every parameter of a range but `q`. Our types have none that a range could ask for, yet negotiator refuses
 * a range with one.
 */
const PARAMETERS = /;(?!\s*q\s*=)[^;,="]*(?:=\s*(?:"(?:[^"\\]|\\.)*"|[^;,"]*))?/gi;

/** The best of these types for the caller (RFC 9110 section 12.5.1), or false where none will do. */
function preferred({ headers }: IncomingMessage, types: string[]): string | false {
  const accept = headers.accept?.replace(PARAMETERS, '');
  return accepts({ headers: { accept } } as IncomingMessage).type(types) as string | false;
}

/** Whether the caller takes JSON, or another type that the route answers. */
export const acceptsJson = (request: IncomingMessage, other: readonly string[] = []): boolean =>
  preferred(request, ['application/json', 'application/problem+json', ...other]) !== false;

/** Whether the caller asks for a page, as browsers do; who takes anything is a program. */
export const prefersHtml = (request: IncomingMessage): boolean =>
  preferred(request, ['application/json', 'application/problem+json', 'text/html']) === 'text/html';

/**
 * The language to answer a person in (RFC 9110 section 12.5.4); English when none of the caller's is known.
 */
export function languageOf(request: IncomingMessage): Language {
  if (request.headers['accept-language'] === undefined) return 'en';
  const accepted = accepts(request).language([...languages]);
  return languages.find((language) => language === accepted) ?? 'en';
}
