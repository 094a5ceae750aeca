import { ProblemError } from '@safety/platform';
import type { Owner } from '../owners.js';
import type { MessageKeys, Signer } from './signatures.js';

/** A question of one service to another over HTTP, on nobody's token. */
export interface Question {
  from: Owner;
  to: Owner;
  /** With its query. */
  path: string;
}

/** How long a signature counts, and how far the clocks of two services may be apart. */
const COUNTS_FOR_SECONDS = 60;
const TIME = 'x-service-time';
const SIGNATURE = 'x-service-signature';

/** Apart from every stream: what was signed for one does not count for the other. */
const place = ({ to }: Question): string => `question to ${to}`;
const text = ({ path }: Question, second: string): string => `${second} ${path}`;

/** The headers that prove who asks, by the key that signs the messages of the service. */
export function questionHeaders(signer: Signer, question: Question): Record<string, string> {
  const second = String(Math.floor(Date.now() / 1000));
  return { [TIME]: second, [SIGNATURE]: signer.sign(place(question), text(question, second)) };
}

/** Throws 401 unless that service has asked this very question a moment ago. */
export function demandQuestion(
  keys: MessageKeys,
  question: Question,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): void {
  const [second, signature] = [String(headers[TIME]), String(headers[SIGNATURE])];
  const age = Math.abs(Date.now() / 1000 - Number(second));
  const isRecent = age <= COUNTS_FOR_SECONDS;
  if (!isRecent || !keys.isSigned(question.from, place(question), text(question, second), signature))
    throw new ProblemError('token-missing', { detail: 'Only a service of the suite may ask this.' });
}
