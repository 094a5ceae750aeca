import type { ChangePage, CompanyContext, ListChanges, ListQuery, Page } from '@safety/contracts';
import type { Change, Precondition } from '@safety/platform';
import type { CompanyRecord } from '../company-record.js';
import type { CompanyRows } from '../rows/company-rows.js';
import type { Condition } from '../rows/sql.js';
import type { Views } from './views.js';

/** The verbs that change a row that there is. */
export type WritingVerb = 'change' | 'archive' | 'restore';

/**
 * The verbs of a resource: those of its rows, answered with views. A service of a resource extends it and
 * states its own rules in `authorise`, `values` and `conditions`. `add` is for the service to write: it alone
 * knows the members that no body has.
 */
export abstract class ResourceService<
  Row extends CompanyRecord,
  View,
  Body extends object,
  Query extends ListQuery = ListQuery,
> {
  constructor(
    protected readonly rows: CompanyRows<Row>,
    protected readonly views: Views<Row, View, Query>,
  ) {}

  abstract add(company: CompanyContext, body: Body): Promise<View>;

  async page(company: CompanyContext, query: Query): Promise<Page<View>> {
    const page = await this.rows.page(company, query, this.conditions(company, query));
    return this.views.page(company, page, query);
  }

  async get(company: CompanyContext, id: string): Promise<View> {
    return this.views.one(company, await this.rows.get(company, id));
  }

  history(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    return this.rows.history(company, id, query);
  }

  async change(company: CompanyContext, id: string, change: Change<Body>): Promise<View> {
    return this.views.one(company, await this.changed(company, id, change));
  }

  archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    return this.rows.archive(company, id, precondition, (row) => this.authorise(company, row, 'archive'));
  }

  async restore(company: CompanyContext, id: string, precondition: Precondition): Promise<View> {
    const authorise = (row: Row) => this.authorise(company, row, 'restore');
    return this.views.one(company, await this.rows.restore(company, id, precondition, authorise));
  }

  /** Changes a row, and resolves with it as it is then. */
  protected async changed(company: CompanyContext, id: string, change: Change<Body>): Promise<Row> {
    await this.takeTurns(company, change);
    return this.rows.change(company, id, change, {
      authorise: (row) => this.authorise(company, row, 'change'),
      values: (body, row) => this.values(company, body, row),
    });
  }

  /** Takes turns with other writes, before a change locks its row. */
  protected async takeTurns(_company: CompanyContext, _change: Change<Body>): Promise<void> {}

  /** The conditions of a list; by default those of the declared filters. */
  protected conditions(_company: CompanyContext, query: Query): (Condition | undefined)[] {
    return this.rows.filters(query);
  }

  /** Judges the locked row before anything of the request counts: throws 403 or 409. */
  protected authorise(_company: CompanyContext, _row: Row, _verb: WritingVerb): void | Promise<void> {}

  /** Turns a body into what is stored. Throws 422 for what the schema cannot know. */
  protected values(_company: CompanyContext, body: Body, _row: Row): Partial<Row> | Promise<Partial<Row>> {
    return body as Partial<Row>;
  }
}
