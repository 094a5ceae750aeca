import { Injectable } from '@nestjs/common';
import type { CompanyContext, SaveAction } from '@safety/contracts';
import { type NewRow, NumberSeries, systemActor } from '@safety/persistence';
import type { Added } from '@safety/platform';
import type { Action } from './action.entity.js';
import { ActionRows } from './actions.rows.js';

const SERIES = 'ACT';

/** An action whose references are checked. */
export type GivenAction = Omit<SaveAction, 'orgStructureId' | 'externalId' | 'customFields'> &
  Partial<Pick<SaveAction, 'externalId' | 'customFields'>> &
  Pick<Action, 'orgStructureId' | 'sourceSuggestedActionId'>;

/** Adds actions. */
@Injectable()
export class NewActions {
  constructor(
    private readonly actions: ActionRows,
    private readonly series: NumberSeries,
  ) {}

  /** Adds an action; `isAuthorHidden` for one that names nobody as its creator. */
  async add(
    company: CompanyContext,
    action: GivenAction,
    { isAuthorHidden }: { isAuthorHidden: boolean },
  ): Promise<Action> {
    const opened = await this.opened(company, action);
    return isAuthorHidden
      ? this.actions.unrestricted.add(systemActor(company.companyId), opened)
      : this.actions.add(company, opened);
  }

  /** Adds the action of a request that may be repeated. */
  addOnce(
    company: CompanyContext,
    body: object & { id?: string | undefined },
    given: () => Promise<GivenAction>,
  ): Promise<Added<Action>> {
    return this.actions.addOnce(company, body, async () => this.opened(company, await given()));
  }

  private async opened(company: CompanyContext, action: GivenAction): Promise<NewRow<Action>> {
    const opened = {
      ...action,
      originalDueDate: action.dueDate,
      status: 'open',
      statusComment: null,
      completedAt: null,
      completedByUserId: null,
      completionComment: null,
      verifiedAt: null,
      verifiedByUserId: null,
      effectiveness: null,
      reference: await this.series.nextOfYear(company, SERIES),
    } satisfies Omit<NewRow<Action>, 'priorityRank'>;
    // The database sets the rank.
    return opened as NewRow<Action>;
  }
}
