import type { Outcome } from './authentication.js';

/** Why a sign-in was refused, for the audit trail; never with what was typed. */
export const refusalReasons: Record<Exclude<Outcome['outcome'], 'accepted'> | 'busy', string> = {
  wrong: 'wrong user name or password',
  throttled: 'too many wrong passwords: has to wait',
  locked: 'too many wrong passwords in a row: has to set a new password by e-mail',
  busy: 'too many sign-ins at once',
};
