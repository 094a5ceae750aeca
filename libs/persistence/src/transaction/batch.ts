import { createRequire } from 'node:module';
import type { Writable } from 'node:stream';
import { endedBy } from '@safety/platform';
import pg, {
  type FieldDef,
  type PoolClient,
  type QueryConfig,
  type QueryResult,
  type QueryResultRow,
  type Submittable,
} from 'pg';
import { serialize } from 'pg-protocol';
import { type RowReader, rowReader } from './row-reader.js';
import { statementSpan } from './statement-spans.js';
import { reasonOf } from './traced-client.js';

/** The connection of node-postgres, as far as a query writes to it. */
interface Connection {
  readonly stream: Writable;
  /** Texts of the statements that the server has prepared, and of those that it was asked to; by name. */
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
}

export interface BoundedStatement extends QueryConfig {
  /** Rows are kept until they have so many bytes; default all of them. The first one always is. */
  mostBytes?: number | undefined;
}

/** The answer to a `BoundedStatement`. */
export interface BoundedResult<Row extends QueryResultRow> extends QueryResult<Row> {
  /** Rows were left out. */
  isCut?: boolean;
  /** Of those that were kept; only where they are bounded. */
  bytes?: number;
}

/** A query of node-postgres, with the members that its types do not show. */
interface DrivenQuery {
  /** Rows of the statement that is being answered. */
  readonly _result: {
    fields: readonly FieldDef[];
    parseRow: RowReader;
    rows: readonly unknown[];
    isCut?: boolean;
    bytes?: number;
  };
  callback: (error: Error | null, results: QueryResult | QueryResult[]) => void;
  handleRowDescription(message: { fields: FieldDef[] }): void;
  handleDataRow(message: { length: number }): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleError(error: Error, connection: Connection): void;
}

const Query = pg.Query as unknown as new (statement: QueryConfig) => DrivenQuery;

/** Values as the protocol has them. Throws for one that cannot be written. */
const { prepareValue } = createRequire(import.meta.url)('pg/lib/utils.js') as {
  prepareValue(value: unknown): unknown;
};

/** The columns of a statement, and what makes rows of them. */
interface Columns {
  readonly fields: FieldDef[];
  readonly read: RowReader;
}

/**
 * The columns of the statements that a connection has prepared. PostgreSQL refuses to run a statement whose
 * columns have changed since.
 */
const columnsOf = new WeakMap<Connection, Map<string, Columns>>();

const UNNAMED = '';

/**
 * Several statements in one message. node-postgres writes each by itself, with a `Sync` behind it, and asks
 * for its columns each time; here is one `Sync` behind all, and known columns are not asked for.
 */
class Batch extends Query {
  /** Statements that are answered. */
  private done = 0;
  private readonly columns: (Columns | undefined)[] = [];
  private known: Map<string, Columns> | undefined;

  constructor(
    private readonly statements: readonly BoundedStatement[],
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

  submit(connection: Connection): Error | null {
    let values: unknown[][];
    try {
      values = this.statements.map((statement) => (statement.values ?? []).map(prepareValue));
    } catch (error) {
      return error as Error;
    }
    const known = columnsOf.get(connection) ?? new Map<string, Columns>();
    columnsOf.set(connection, known);
    this.known = known;
    const messages = this.statements.flatMap((statement, index) =>
      this.messagesOf(connection, statement, values[index] ?? []),
    );
    // One buffer: the socket takes it in half the time of a dozen small ones.
    if (connection.stream.writable) connection.stream.write(Buffer.concat([...messages, serialize.sync()]));
    this.expect();
    return null;
  }

  override handleRowDescription(message: { fields: FieldDef[] }): void {
    super.handleRowDescription(message);
    if (this.name !== undefined)
      this.known?.set(this.name, { fields: message.fields, read: rowReader(message.fields) });
  }

  override handleDataRow(message: { length: number }): void {
    const most = this.statements[this.done]?.mostBytes;
    if (most !== undefined) {
      const bytes = (this._result.bytes ?? 0) + message.length;
      this._result.isCut ||= bytes > most && this._result.rows.length > 0;
      if (this._result.isCut) return;
      this._result.bytes = bytes;
    }
    super.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    this.done++;
    this.expect();
  }

  /** PostgreSQL skips what comes behind a statement that fails, so none of that is prepared. */
  override handleError(error: Error, connection: Connection): void {
    for (const { name } of this.statements.slice(this.done))
      if (name !== undefined) delete connection.submittedNamedStatements[name];
    super.handleError(error, connection);
  }

  private messagesOf(connection: Connection, { name, text }: QueryConfig, values: unknown[]): Uint8Array[] {
    const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection;
    const messages: Uint8Array[] = [];
    if (name === undefined || (parsed[name] ?? submitted[name]) === undefined) {
      messages.push(serialize.parse({ name: name ?? '', text }));
      if (name !== undefined) submitted[name] = text;
    }
    messages.push(serialize.bind({ portal: UNNAMED, statement: name ?? '', values }));
    const columns = name === undefined ? undefined : this.known?.get(name);
    this.columns.push(columns);
    if (!columns) messages.push(serialize.describe({ type: 'P', name: UNNAMED }));
    messages.push(serialize.execute({ portal: UNNAMED }));
    return messages;
  }

  /** The rows that come next are of the next statement: their columns may be known already. */
  private expect(): void {
    const columns = this.columns[this.done];
    if (!columns) return;
    // With no columns node-postgres begins a result, but looks up no parsers.
    super.handleRowDescription({ fields: [] });
    this._result.fields = columns.fields;
    this._result.parseRow = columns.read;
  }
}

/**
 * Sends several statements in one message, and resolves with the answer to each. PostgreSQL runs them in
 * order, and none behind one that fails. Without `BEGIN` they are a transaction, which ends with the message
 * (PostgreSQL 18, section 54.2.4). In a trace they are one span, by the last of them.
 */
export const sendBatch = (
  client: PoolClient,
  statements: readonly [BoundedStatement, ...BoundedStatement[]],
): Promise<QueryResult[]> =>
  endedBy(
    statementSpan(statements.at(-1)?.text ?? ''),
    new Promise((resolve, reject) => {
      const batch = new Batch(statements, (error, results) =>
        error ? reject(reasonOf(client, error)) : resolve([results].flat()),
      );
      client.query(batch as unknown as Submittable);
    }),
  );
