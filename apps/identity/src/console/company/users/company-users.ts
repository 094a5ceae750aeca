import type { companyUserSchema } from '@safety/contracts';
import type { z } from 'zod';
import type { CompanyMessages } from '../messages/messages.js';
import type { CompanyVisit } from '../visit/company-visit.js';

export type CompanyUser = z.output<typeof companyUserSchema>;

export const userOf = ({ accounts }: CompanyVisit, id: string): Promise<CompanyUser> =>
  accounts.get(`/users/${encodeURIComponent(id)}`);

/** In words, by whom the user is disabled, if anybody did. */
export function disabledBy(
  text: CompanyMessages,
  { status, canSignIn }: Pick<CompanyUser, 'status' | 'canSignIn'>,
): string | undefined {
  // Whom operators keep out stays so, whatever the company does.
  if (!canSignIn) return `${text.disabled} · ${text.theOperator}`;
  return status === 'disabled' ? text.disabled : undefined;
}
