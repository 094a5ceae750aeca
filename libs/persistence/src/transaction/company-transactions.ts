import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { DataSource } from 'typeorm';
import { AloneReads } from './alone.js';
import type { BoundedResult } from './batch.js';
import { setLocal } from './local-settings.js';
import { prepared } from './prepared.js';
import { type OpenTransaction, runTransaction } from './run-transaction.js';

/**
 * One for reading cannot write. One that records reads reads as that does; it can write what it has read.
 */
export type TransactionAccess = 'read' | 'record reads' | 'write';

/** The company whose rows a transaction sees, and who acts. */
export interface CompanyActor {
  readonly companyId: string;
  /** The acting user or service client; `null` for the system itself. */
  readonly userId: string | null;
  /** A client acts, not a user. */
  readonly isServiceClient?: boolean | undefined;
}

/** An open transaction that sees one company. */
export interface CompanyTransaction extends OpenTransaction {
  readonly companyId: string;
  /**
   * `now()` of the transaction on the database's clock, rounded to milliseconds as in the columns of rows.
   */
  readonly startedAt: Promise<Date>;
  /**
   * All that had committed by then is visible: `startedAt`, or on a standby the last commit that it has
   * replayed.
   */
  readonly seenUntil: Promise<Date>;
  /**
   * Sends a statement that only reads: it neither locks, nor sets anything for later statements. In a
   * transaction for reading it needs no `BEGIN` and no `COMMIT`, and those that are asked for at once travel
   * together. Until a statement goes to `client`, each one sees the rows of its own moment: a total may count
   * a row that the page does not have, and what is shown beside a row may be newer than its version.
   * `startedAt` and `seenUntil` are those of the first one. Rows are kept until they have `mostBytes`; the
   * result is cut then.
   */
  read<Row extends QueryResultRow>(
    text: string,
    values: unknown[],
    mostBytes?: number,
  ): Promise<BoundedResult<Row>>;
  /**
   * Sets settings for all statements that follow, until the transaction ends. Before the first statement they
   * travel with it.
   */
  set(settings: Readonly<Record<string, string>>): Promise<void>;
  /** Called right before the commit, in order; of those with the same key the last one counts. */
  readonly beforeCommit: Map<string, () => Promise<void>>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Opens one transaction for a company and makes it the current one for everything that is called inside. */
@Injectable()
export class CompanyTransactions {
  private readonly storage = new AsyncLocalStorage<CompanyTransaction>();

  constructor(private readonly dataSource: DataSource) {}

  /** The current transaction. Throws outside of one, and when it belongs to another company. */
  current(companyId: string): CompanyTransaction {
    const transaction = this.storage.getStore();
    if (!transaction) throw new Error('There is no company transaction here');
    if (transaction.companyId !== companyId) throw new Error('The transaction belongs to another company');
    return transaction;
  }

  /**
   * Commits when `work` resolves, rolls back when it throws. The company is set as `SET LOCAL` does, which
   * counts inside the transaction alone.
   */
  async run<Result>(
    companyId: string,
    work: () => Promise<Result>,
    access: TransactionAccess = 'write',
  ): Promise<Result> {
    if (!UUID.test(companyId)) throw new Error('A company id must be a UUID');
    const opened = access === 'read' ? 'read' : 'write';
    const first: QueryConfig[] = enter(companyId, opened);
    const options = { access: opened, first, companyId } as const;
    return runTransaction(this.dataSource, options, ({ client, afterCommit, begin }) => {
      let moments: Promise<Moments> | undefined;
      const moment = (name: keyof Moments): Promise<Date> => {
        moments ??= begin().then(momentsOf);
        const asked = moments.then((known) => known[name]);
        // Reported where it is awaited; until then it must not count as unhandled.
        asked.catch(() => undefined);
        return asked;
      };
      const alone = new AloneReads(this.dataSource, companyId, () => [begins.read, ...first.slice(1)]);
      const read = async <Row extends QueryResultRow>(
        text: string,
        values: unknown[],
        mostBytes?: number,
      ): Promise<BoundedResult<Row>> => {
        const statement = { ...prepared(text, values), mostBytes };
        if (access === 'write' || client.begun) return client.query<Row>(statement);
        const [entered, answer] = await alone.read<Row>(statement);
        moments ??= Promise.resolve(momentsOf(entered));
        return answer;
      };
      const beforeCommit: CompanyTransaction['beforeCommit'] = new Map();
      const transaction: CompanyTransaction = {
        companyId,
        client,
        read,
        set: async (further) => {
          if (client.begun) await client.query(setLocal(further));
          else for (const [name, value] of Object.entries(further)) first.push(settingOf(name, value));
        },
        get startedAt() {
          return moment('startedAt');
        },
        get seenUntil() {
          return moment('seenUntil');
        },
        beforeCommit,
        afterCommit,
      };
      return this.storage.run(transaction, async () => {
        const result = await work();
        for (const finish of beforeCommit.values()) await finish();
        return result;
      });
    });
  }

  /**
   * The one way to work for a company outside of a request: in a job, a timer or the handler of a message.
   * The walls are those of a request. The actor is the system, which has no permissions: its rows are read by
   * `unrestricted`, and what it writes names no user.
   */
  asSystem<Result>(companyId: string, work: (system: CompanyActor) => Promise<Result>): Promise<Result> {
    return this.run(companyId, () => work(systemActor(companyId)));
  }

  /**
   * Makes those who change the same thing of a company take turns until their transactions end; those who
   * take one `together` wait for those who take it alone, not for each other. Take it before any row is
   * locked, or after all of them, so that two requests never wait for each other.
   */
  async takeTurns(companyId: string, what: string, how: 'alone' | 'together' = 'alone'): Promise<void> {
    const { client } = this.current(companyId);
    await client.query(turnSql[how], [`${what}:${companyId}`]);
  }
}

const turnSql = {
  alone: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
  together: 'SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 0))',
};

type Moments = Record<'startedAt' | 'seenUntil', Date>;

/**
 * The rows of a standby are older than its clock. Since its start it may have replayed no commit: then they
 * are as new as the checkpoint that it began from.
 */
const SEEN_UNTIL = `CASE WHEN pg_is_in_recovery() THEN least(now(), coalesce(
  pg_last_xact_replay_timestamp(), (pg_control_checkpoint()).checkpoint_time)) ELSE now() END`;
const NOW = `SELECT now()::timestamptz(3) AS "startedAt", (${SEEN_UNTIL})::timestamptz(3) AS "seenUntil"`;
const begins = {
  read: { name: 'begin to read', text: `${NOW}, set_config('transaction_read_only', 'on', true)` },
  write: { name: 'begin to write', text: NOW },
} satisfies Record<string, QueryConfig>;

/**
 * Tells the moments of a transaction, and lets it see one company. One for reading cannot write from then on.
 */
export const enter = (companyId: string, access: 'read' | 'write'): [QueryConfig, QueryConfig] => [
  begins[access],
  settingOf('app.company_id', companyId),
];

const settingOf = (name: string, value: string): QueryConfig => ({ text: setLocal({ [name]: value }) });

const momentsOf = ({ rows }: QueryResult): Moments => rows[0];

/** The service itself, which acts for a company and is no user of it. */
export const systemActor = (companyId: string): CompanyActor => ({ companyId, userId: null });

/** The acting user, for records that name users; none when a client or the system acts. */
export const actingUserOf = ({ userId, isServiceClient }: CompanyActor): string | null =>
  isServiceClient ? null : userId;
