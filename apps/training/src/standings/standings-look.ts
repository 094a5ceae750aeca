import { Injectable } from '@nestjs/common';
import { Companies } from '../read-models/companies.js';
import { Announcements } from './announcements.js';
import { DueBatches } from './due-batches.js';
import { IndexedStandingRows } from './indexed-standings.rows.js';
import { PersonStatuses } from './person-statuses.js';
import { StandingRows } from './standings.rows.js';

/**
 * Looks at people who are due, in the transaction that has taken them:
 * 1. publish their training status (`PersonStatuses`)
 * 2. announce what is expiring, expired or overdue (`Announcements`)
 * 3. keep what lists of standings sort and filter by (`IndexedStandingRows`)
 * 4. note the next day on which something can change (`DueBatches`)
 */
@Injectable()
export class StandingsLook {
  constructor(
    private readonly companies: Companies,
    private readonly batches: DueBatches,
    private readonly standings: StandingRows,
    private readonly statuses: PersonStatuses,
    private readonly announcements: Announcements,
    private readonly index: IndexedStandingRows,
  ) {}

  async at(companyId: string, people: readonly string[]): Promise<void> {
    await this.statuses.lock(companyId, people);
    await this.batches.forget(companyId, people);
    // After that: a time zone that comes later makes them due again.
    const day = { companyId, timeZone: await this.companies.timeZone(companyId) };
    const today = await this.standings.begin(day);
    await this.statuses.publish(companyId, people, today);
    await this.announcements.announce(companyId, people);
    await this.index.keep(companyId, people);
    await this.batches.later(day, people, today);
  }
}
