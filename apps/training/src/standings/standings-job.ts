import { Injectable } from '@nestjs/common';
import { CompanyTransactions } from '@safety/persistence';
import { InjectLogger, type Logger, WorkQueue } from '@safety/platform';
import { BatchSizes } from './batch-sizes.js';
import { DueBatches } from './due-batches.js';
import { type DueChange, DueChanges } from './due-changes.js';
import { DuePeople } from './due-people.js';
import { StandingsLook } from './standings-look.js';

const EVERY_MS = 5_000;
const PAUSE_AFTER_FAILURE_SECONDS = 300;

/**
 * Has people looked at whose standings have changed, by a write or by the passing of time. Every replica runs
 * it; each person is looked at in one of them.
 */
@Injectable()
export class StandingsJob extends WorkQueue {
  private readonly sizes = new BatchSizes();

  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly batches: DueBatches,
    private readonly look: StandingsLook,
    private readonly due: DuePeople,
    private readonly changes: DueChanges,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'standings: due people', everyMs: EVERY_MS });
    due.whenAdded(() => this.wake());
  }

  protected async workOnSome(): Promise<boolean> {
    let isMoreLeft = false;
    for (const companyId of await this.companiesInNeed()) {
      if (await this.noteSome(companyId)) isMoreLeft = true;
      if (await this.lookAtSome(companyId)) isMoreLeft = true;
    }
    return isMoreLeft;
  }

  private companiesInNeed(): Promise<string[]> {
    return this.batches.companies().catch((err) => {
      this.countFailure();
      this.logger.warn({ err }, 'standings: due people were not read, will be tried again');
      return [];
    });
  }

  /** Notes people of a change of very many. Resolves with whether more may be left. */
  private async noteSome(companyId: string): Promise<boolean> {
    let change: DueChange | undefined;
    try {
      await this.transactions.asSystem(companyId, async () => {
        change = await this.changes.take(companyId);
        if (change) await this.due.addSomeOf(companyId, change);
      });
      return change !== undefined;
    } catch (err) {
      this.countFailure();
      const fields = { err, companyId, kind: change?.kind };
      this.logger.warn(fields, 'standings: a change was not noted, will be tried again');
      return this.postponeChange(companyId, change);
    }
  }

  /**
   * Resolves with whether more may be left. Of people whose turn fails fewer are tried, down to one, who is
   * to blame.
   */
  private async lookAtSome(companyId: string): Promise<boolean> {
    let people: string[] = [];
    const most = this.sizes.of(companyId);
    try {
      await this.transactions.asSystem(companyId, async () => {
        people = await this.batches.take(companyId, most);
        if (people.length > 0) await this.look.at(companyId, people);
      });
      if (people.length === most) this.sizes.grow(companyId);
      return people.length > 0;
    } catch (err) {
      this.countFailure();
      if (people.length > 1) {
        this.sizes.shrink(companyId, people.length);
        const fields = { err, companyId, people: people.length };
        this.logger.warn(fields, 'standings: people failed together, fewer will be tried');
        return true;
      }
      if (people.length === 0) {
        this.logger.warn({ err, companyId }, 'standings: due people were not taken, will be tried again');
        return false;
      }
      this.logger.warn({ err, companyId, people }, 'standings: a person failed, will be tried again');
      return this.postpone(companyId, people);
    }
  }

  private async postpone(companyId: string, people: string[]): Promise<boolean> {
    try {
      await this.transactions.asSystem(companyId, () =>
        this.batches.postpone(companyId, people, PAUSE_AFTER_FAILURE_SECONDS),
      );
      return true;
    } catch (err) {
      this.logger.warn({ err, companyId }, 'standings: people were not put off');
      return false;
    }
  }

  private async postponeChange(companyId: string, change: DueChange | undefined): Promise<boolean> {
    if (!change) return false;
    try {
      await this.transactions.asSystem(companyId, () =>
        this.changes.postpone(companyId, change, PAUSE_AFTER_FAILURE_SECONDS),
      );
      return true;
    } catch (err) {
      this.logger.warn({ err, companyId }, 'standings: a change was not put off');
      return false;
    }
  }
}
