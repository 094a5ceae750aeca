import type { Writable } from 'node:stream';
import pg, { type FieldDef, type PoolClient, type QueryConfig, type QueryResult, type Submittable } from 'pg';

/** The connection of node-postgres, as far as a query writes to it. */
interface Connection {
  readonly stream: Writable;
  /** Texts of the statements that the server was asked to prepare, and has not answered yet; by name. */
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
}

/** A query of node-postgres, with the members that its types do not show. */
interface DrivenQuery {
  callback: (error: Error | null, results: QueryResult | QueryResult[]) => void;
  prepare(connection: Connection): void;
  handleRowDescription(message: { fields: FieldDef[] }): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

const Query = pg.Query as unknown as new (statement: QueryConfig) => DrivenQuery;

/**
 * The columns of the statements that a connection has prepared. PostgreSQL refuses to run a statement whose
 * columns have changed since.
 */
const columnsOf = new WeakMap<Connection, Map<string, FieldDef[]>>();

/** The messages are written with neither a `Sync` nor the question for the columns. */
const withoutSync = { sync: { value: () => undefined } };
const withoutColumns = { ...withoutSync, describe: { value: () => undefined } };

/**
 * Several statements in one message. node-postgres writes each by itself, with a `Sync` behind it, and asks
 * for its columns each time; here is one `Sync` behind all, and known columns are not asked for.
 */
class Batch extends Query {
  /** Statements that are answered. */
  private done = 0;
  private columns: (FieldDef[] | undefined)[] = [];
  private known = new Map<string, FieldDef[]>();
  /** A value that cannot be written; what was written already is answered all the same. */
  private unwritable: Error | undefined;

  constructor(
    private readonly statements: readonly QueryConfig[],
    callback: DrivenQuery['callback'],
  ) {
    super({ text: '' });
    this.callback = callback;
  }

  /** node-postgres asks for name and text when a statement is prepared or refused: the one being answered. */
  get name(): string | undefined {
    return this.statements[this.done]?.name;
  }

  set name(_: string | undefined) {
    // The constructor of node-postgres sets it.
  }

  get text(): string | undefined {
    return this.statements[this.done]?.text;
  }

  set text(_: string | undefined) {
    // The constructor of node-postgres sets it.
  }

  submit(connection: Connection): null {
    const known = columnsOf.get(connection) ?? new Map<string, FieldDef[]>();
    columnsOf.set(connection, known);
    this.known = known;
    this.columns = this.statements.map(({ name }) => (name === undefined ? undefined : known.get(name)));
    const [asking, knowing] = [withoutSync, withoutColumns].map((change) =>
      Object.create(connection, change),
    );
    connection.stream.cork();
    try {
      for (const [index, statement] of this.statements.entries())
        this.write(statement, this.columns[index] ? knowing : asking);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    this.expect();
    return null;
  }

  override handleRowDescription(message: { fields: FieldDef[] }): void {
    super.handleRowDescription(message);
    if (this.name !== undefined) this.known.set(this.name, message.fields);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    this.done++;
    this.expect();
  }

  override handleReadyForQuery(connection: Connection): void {
    if (this.unwritable) this.callback(this.unwritable, []);
    else super.handleReadyForQuery(connection);
  }

  /** PostgreSQL skips what comes behind a statement that fails, so none of that is prepared. */
  override handleError(error: Error, connection: Connection): void {
    for (const { name } of this.statements.slice(this.done))
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }

  private write(statement: QueryConfig, connection: Connection): void {
    if (this.unwritable) return;
    const query = new Query(statement);
    query.callback = (error) => {
      this.unwritable = error ?? undefined;
    };
    query.prepare(connection);
  }

  /** The rows that come next are of the next statement: their columns may be known already. */
  private expect(): void {
    const fields = this.columns[this.done];
    if (fields) super.handleRowDescription({ fields });
  }
}

/**
 * Sends several statements in one message, and resolves with the answer to each. PostgreSQL runs them in
 * order, and none behind one that fails. Without `BEGIN` they are a transaction, which ends with the message
 * (PostgreSQL 18, section 54.2.4).
 */
export const sendBatch = (
  client: PoolClient,
  statements: readonly [QueryConfig, ...QueryConfig[]],
): Promise<QueryResult[]> =>
  new Promise((resolve, reject) => {
    const batch = new Batch(statements, (error, results) =>
      error ? reject(error) : resolve([results].flat()),
    );
    client.query(batch as unknown as Submittable);
  });
