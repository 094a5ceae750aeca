import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { endsConnection } from '../sqlstate.js';
import { type BoundedStatement, sendBatch } from './batch.js';
import { close, giveBack, isOfReadOnlyServer, takeConnection } from './connections.js';

/** Takes statements: a transaction, or a connection of node-postgres. */
export interface StatementClient {
  // biome-ignore lint/suspicious/noExplicitAny: rows are what their reader says, as in node-postgres.
  query<Row extends QueryResultRow = any>(
    statement: string | QueryConfig,
    values?: unknown[],
  ): Promise<QueryResult<Row>>;
}

export interface BeginOptions {
  /** A transaction for reading cannot write. */
  access: 'read' | 'write';
  /** Statements that travel with `BEGIN`, such as those of `setLocal`. */
  first?: readonly QueryConfig[] | undefined;
  /** Whose turn it is to have a connection, where the transaction is of a company. */
  companyId?: string | undefined;
}

/**
 * All statements of a transaction for reading see the same rows, from its first one on. Those that
 * `CompanyTransaction.read` sends before that are transactions of their own.
 */
const BEGIN = {
  read: { name: 'begin read only', text: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' },
  write: { name: 'begin', text: 'BEGIN' },
} satisfies Record<string, QueryConfig>;

/**
 * A transaction that begins with its first statement: what is refused before costs no connection. `BEGIN`,
 * what travels with it and that statement are one message, of which PostgreSQL runs nothing behind a failure.
 */
export class LazyTransaction implements StatementClient {
  /** The connection, once it is taken; statements follow each other without waiting for the answers. */
  private client: PoolClient | undefined;
  private taken: Promise<PoolClient> | undefined;
  private opened: Promise<QueryResult[]> | undefined;
  /** A branch of its work that goes on must neither take a connection nor reach one that others have. */
  private hasEnded = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly options: BeginOptions,
  ) {}

  /** The answers to `BEGIN` and to what was sent with it; undefined before the first statement. */
  get begun(): Promise<QueryResult[]> | undefined {
    return this.opened;
  }

  query<Row extends QueryResultRow>(
    statement: string | BoundedStatement,
    values?: unknown[],
  ): Promise<QueryResult<Row>> {
    if (this.hasEnded) return hasEnded();
    if (this.client) return send<Row>(this.client, statement, values);
    if (this.taken) return this.taken.then((client) => send<Row>(client, statement, values));
    // A text without values may hold several statements, which no message for one can.
    if (typeof statement === 'string' && values === undefined)
      return this.open().then(() => this.query<Row>(statement));
    const first = typeof statement === 'string' ? { text: statement, values: values ?? [] } : statement;
    return this.open(first).then((answers) => answers.at(-1) as QueryResult<Row>);
  }

  /** Sends statements as one message. */
  async together(statements: readonly [BoundedStatement, ...BoundedStatement[]]): Promise<QueryResult[]> {
    await this.begin();
    return this.client && !this.hasEnded ? sendBatch(this.client, statements) : hasEnded();
  }

  /** Begins, unless a statement has. Resolves with the answers to `BEGIN` and to what travelled with it. */
  begin(): Promise<QueryResult[]> {
    if (this.hasEnded) return hasEnded();
    return this.opened ?? this.open();
  }

  /** Throws when nothing of the transaction was kept. */
  async commit(): Promise<void> {
    this.hasEnded = true;
    if (this.client) await this.end(this.client, 'COMMIT');
  }

  async rollBack(reason: unknown): Promise<void> {
    this.hasEnded = true;
    const client = await this.taken?.catch(() => undefined);
    if (!client) return;
    // The transaction ends with the connection, which PostgreSQL has closed, or which leads to no writes.
    if (endsConnection(reason) || isOfReadOnlyServer(reason)) close(client);
    else await this.end(client, 'ROLLBACK').catch(() => undefined);
  }

  private open(statement?: QueryConfig): Promise<QueryResult[]> {
    const { access, first = [], companyId } = this.options;
    const statements = statement === undefined ? first : [...first, statement];
    this.taken = takeConnection(this.dataSource, companyId);
    this.opened = this.taken.then((client) => {
      this.client = client;
      return sendBatch(client, [BEGIN[access], ...statements]);
    });
    // Reported where it is awaited; until then it must not count as unhandled.
    this.opened.catch(() => undefined);
    return this.opened;
  }

  /**
   * Ends the transaction and gives the connection back; one whose transaction could not be ended is closed.
   * PostgreSQL answers a COMMIT after a failed statement with ROLLBACK and no error: the caller that caught
   * that error must learn it.
   */
  private async end(client: PoolClient, how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    let command: string;
    try {
      ({ command } = await client.query(how));
    } catch (error) {
      close(client);
      throw error;
    }
    giveBack(client);
    if (command !== how) throw new Error('A statement of the transaction failed, so nothing of it was kept');
  }
}

const hasEnded = (): Promise<never> => Promise.reject(new Error('The transaction has ended'));

/** A batch bounds the rows of a statement; a query of node-postgres keeps all of them. */
async function send<Row extends QueryResultRow>(
  client: PoolClient,
  statement: string | BoundedStatement,
  values: unknown[] | undefined,
): Promise<QueryResult<Row>> {
  if (typeof statement === 'string' || statement.mostBytes === undefined)
    return client.query<Row>(statement, values);
  const [answer] = await sendBatch(client, [statement]);
  return answer as QueryResult<Row>;
}
