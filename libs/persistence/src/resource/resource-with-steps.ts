import type { CompanyContext, ListQuery, TransitionTable } from '@safety/contracts';
import { type Change, checkStep, stepsFrom } from '@safety/platform';
import type { CompanyRecord } from '../company-record.js';
import { ResourceService } from './resource-service.js';

/** The verbs of a resource whose rows have a status, and steps from one status to another. */
export abstract class ResourceWithSteps<
  Row extends CompanyRecord & { status: string },
  View,
  Body extends object,
  Query extends ListQuery = ListQuery,
> extends ResourceService<Row, View, Body, Query> {
  protected abstract readonly transitions: TransitionTable;

  /** Takes a step: 409 `archived`, or `invalid-state` when it does not start from the status of the row. */
  async transition(
    company: CompanyContext,
    id: string,
    change: Change<{ transition: string }>,
  ): Promise<View> {
    const { transitions } = this;
    const changed = await this.rows.change(company, id, change, {
      authorise: async (row) => {
        await this.authorise(company, row, 'change');
        if (row.archived) return;
        await checkStep(stepsFrom(this.rows.what, transitions, row.status), change.given('transition'));
      },
      values: ({ transition }) => ({ status: transitions[transition]?.to }) as Partial<Row>,
    });
    return this.views.one(company, changed);
  }
}
