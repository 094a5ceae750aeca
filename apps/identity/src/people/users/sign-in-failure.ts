import type { FastifyReply } from 'fastify';
import { fromNow } from '../../pages/dates.js';
import type { Locale } from '../../pages/locale.js';
import { type Messages, messages } from '../../pages/messages/messages.js';

/** Why a password was refused, and when another try makes sense. */
export interface SignInFailure {
  reason: 'wrong' | 'throttled' | 'locked' | 'busy';
  retryAfterSeconds?: number;
}

/** For the audit trail; never with what was typed. */
export const refusalReasons: Record<SignInFailure['reason'], string> = {
  wrong: 'wrong user name or password',
  throttled: 'too many wrong passwords: has to wait',
  locked: 'too many wrong passwords in a row: has to set a new password by e-mail',
  busy: 'too many sign-ins at once',
};

const statusOf = { throttled: 429, locked: 429, busy: 503 };

/** Status and `Retry-After` of the page that shows the form again. */
export function refuse(
  reply: FastifyReply,
  { reason, retryAfterSeconds }: SignInFailure,
  statusOfWrong: number,
): void {
  reply.status(reason === 'wrong' ? statusOfWrong : statusOf[reason]);
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
}

/** The failure as the page tells it; a wrong password by what the page asks for. */
export function failureText(
  locale: Locale,
  { reason, retryAfterSeconds = 0 }: SignInFailure,
  wrong: keyof Pick<Messages, 'wrongCredentials' | 'wrongPassword'>,
): string {
  const text = messages[locale.language];
  switch (reason) {
    case 'wrong':
      return text[wrong];
    case 'busy':
      return text.busy;
    case 'locked':
      return text.accountLocked;
    case 'throttled':
      return text.tooManyAttempts(fromNow(locale, retryAfterSeconds));
  }
}
