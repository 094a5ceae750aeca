import type { PoolClient, QueryConfig, QueryResult, QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { type BoundedResult, type BoundedStatement, sendBatch } from './batch.js';
import { giveBack, ofReading, takeConnection } from './connections.js';
import { prepared } from './prepared.js';

/** A statement and its values. */
type Sent = readonly [text: string, values: unknown[]];

/** Sends one statement, prepared once for each connection, as a transaction of its own. */
export async function runStatement<Row extends QueryResultRow>(
  dataSource: DataSource,
  ...statement: Sent
): Promise<QueryResult<Row>> {
  const [answer] = await runStatements(dataSource, [statement]);
  if (!answer) throw new Error('PostgreSQL did not answer the statement');
  return answer as QueryResult<Row>;
}

/** Sends several in one message: all of them are one transaction, and each sees what those before it did. */
export async function runStatements(
  dataSource: DataSource,
  [first, ...others]: readonly [Sent, ...Sent[]],
): Promise<QueryResult[]> {
  const client = await takeConnection(dataSource);
  return sendAlone(client, [prepared(...first), ...others.map((other) => prepared(...other))]);
}

/**
 * Sends one statement as a transaction of its own, behind those that open the wall for it: all are one
 * message, so what they set ends with it, and the last one never runs without it. The connection
 * goes back with the answer.
 */
export async function sendBehind(
  client: PoolClient,
  enter: readonly [QueryConfig, ...QueryConfig[]],
  statement: QueryConfig,
): Promise<[entered: QueryResult, answer: QueryResult]> {
  const answers = await sendAlone(client, [...enter, statement]);
  const [entered, answer] = [answers[0], answers[enter.length]];
  if (!entered || !answer) throw new Error('PostgreSQL answered too few statements');
  return [entered, answer];
}

/**
 * Statements that only read, each in no transaction but its message. Those that are asked for at once travel
 * together, on one connection: where one fails, all do.
 */
export class AloneReads {
  private gathered: { statements: BoundedStatement[]; answers: Promise<QueryResult[]> } | undefined;

  constructor(
    private readonly dataSource: DataSource,
    private readonly companyId: string,
    /** The statements that open the wall for them. */
    private readonly enter: () => readonly [QueryConfig, ...QueryConfig[]],
  ) {}

  async read<Row extends QueryResultRow>(
    statement: BoundedStatement,
  ): Promise<[entered: QueryResult, answer: BoundedResult<Row>]> {
    this.gathered ??= this.gather();
    const { statements, answers } = this.gathered;
    const place = statements.push(statement) - 1;
    const all = await answers;
    const [entered, answer] = [all[0], all[all.length - statements.length + place]];
    if (!entered || !answer) throw new Error('PostgreSQL answered too few statements');
    return [entered, answer as BoundedResult<Row>];
  }

  private gather(): { statements: BoundedStatement[]; answers: Promise<QueryResult[]> } {
    const statements: BoundedStatement[] = [];
    const forget = (): void => {
      if (this.gathered?.statements === statements) this.gathered = undefined;
    };
    const answers = takeConnection(this.dataSource, this.companyId).then((client) => {
      forget();
      return sendAlone(client, [...this.enter(), ...statements]).catch((error: unknown) => {
        throw ofReading(error);
      });
    });
    // A connection that cannot be had is told to those who wait for it; the next ones ask again.
    answers.catch(forget);
    return { statements, answers };
  }
}

async function sendAlone(
  client: PoolClient,
  statements: Parameters<typeof sendBatch>[1],
): Promise<QueryResult[]> {
  let answers: QueryResult[];
  try {
    answers = await sendBatch(client, statements);
  } catch (error) {
    giveBack(client, error);
    throw error;
  }
  giveBack(client);
  return answers;
}
