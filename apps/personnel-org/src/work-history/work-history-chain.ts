import { Injectable } from '@nestjs/common';
import type {
  CompanyContext,
  ListQuery,
  ListWorkHistory,
  Page,
  WorkHistory as Resource,
} from '@safety/contracts';
import {
  before,
  type CompanyActor,
  CompanyRows,
  equal,
  execute,
  from,
  RowsSource,
} from '@safety/persistence';
import { ProblemError } from '@safety/platform';
import { ofReadable } from './people-at-places.js';
import { WorkHistoryLink } from './work-history-chain.entity.js';

const WHOLE_LIST = { includeArchived: 'true', includeTotal: false } as const;

/** The work history of people in the order of dates, for reading. */
@Injectable()
export class WorkHistoryChain extends CompanyRows<WorkHistoryLink> {
  constructor(source: RowsSource) {
    super(source, WorkHistoryLink, {
      what: 'work history record',
      // A record is seen with its person, wherever it lies: a person brings the past along.
      visible: (company) => ofReadable(company, 'personnelId'),
      defaultSort: { key: 'effectiveDate', descending: true },
      search: [],
    });
  }

  async list(
    company: CompanyContext,
    personnelId: string,
    today: string,
    query: Partial<ListWorkHistory> & Pick<ListWorkHistory, 'limit'>,
  ): Promise<Page<Resource>> {
    const { date, from: first, to } = query;
    // The person is part of what the cursor is bound to.
    const page = await this.page(company, { ...query, ...WHOLE_LIST, personnelId } as ListQuery, [
      equal('personnelId', personnelId),
      equal('effectiveDate', date),
      from('effectiveDate', first),
      before('effectiveDate', to),
    ]);
    return { ...page, data: page.data.map((link) => presented(link, today)) };
  }

  /**
   * One record of a person as it is after a write. The chain is made of the records of each person before it
   * is searched for an id: without the person it would be that of the whole company.
   */
  async written(company: CompanyActor, personnelId: string, id: string, today: string): Promise<Resource> {
    const records = this.unrestricted.within(equal('personnelId', personnelId));
    return presented(await records.get(company, id), today);
  }

  /** The id of the record of a date. Throws 404 `history-date-not-found`. */
  async idOn({ companyId }: CompanyActor, personnelId: string, date: string): Promise<string> {
    const { client } = this.source.transactions.current(companyId);
    const text =
      'SELECT id FROM work_history WHERE company_id = $1 AND personnel_id = $2 AND effective_date = $3';
    const { rows } = await execute<{ id: string }>(client, text, [companyId, personnelId, date]);
    if (rows[0]) return rows[0].id;
    throw new ProblemError('history-date-not-found', { detail: `No work history record begins on ${date}.` });
  }
}

const presented = (link: WorkHistoryLink, today: string): Resource => ({
  ...link,
  isCurrent: link.effectiveDate <= today && (link.endDate === null || link.endDate >= today),
});
