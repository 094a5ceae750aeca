import { Injectable } from '@nestjs/common';
import { sensitiveMembers } from '@safety/contracts';
import type { CompanyActor, ReplayedAnswer, ReplayedAnswers } from '@safety/persistence';
import { type SensitiveRead, SensitiveReads } from './sensitive-reads.js';

/** A stored answer that is given again shows its sensitive members again: that is one more read. */
@Injectable()
export class SensitiveReplays implements ReplayedAnswers {
  constructor(private readonly reads: SensitiveReads) {}

  async replayed(company: CompanyActor, { route, status, body }: ReplayedAnswer): Promise<void> {
    if (status >= 400 || typeof body !== 'object' || body === null) return;
    await this.reads.add(company, shownBy(route, body as Record<string, unknown>));
  }
}

/** The sensitive members in the answer of a write, by the route that was written to. */
function shownBy(route: string, body: Record<string, unknown>): SensitiveRead[] {
  if (!/^\/personnel(\/|$)/i.test(route)) return [];
  const personnelId = String(body['personnelId'] ?? body['id']);
  if (/\/payroll$/i.test(route)) return [{ personnelId, members: ['payroll'] }];
  if (/\/emergencycontacts(\/|$)/i.test(route)) return [{ personnelId, members: ['emergencyContacts'] }];
  return [{ personnelId, members: sensitiveMembers.filter((member) => (body[member] ?? null) !== null) }];
}
