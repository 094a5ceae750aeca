import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import pg from 'pg';

/**
 * In the transaction of an administrator's request about users, or about a role that users hold, and in that
 * of a user of very many companies.
 */
const NOTED =
  /INSERT INTO users_to_tell|INSERT INTO due_own_companies|FROM due_holders WHERE company_id = \$1 AND user_id|INSERT INTO due_holders/;

/** Rows that the transaction has read by indexes; the first statement forgets those of the ones before. */
const COUNT_ANEW = 'SELECT pg_stat_force_next_flush()';
const walled = ['companies', 'company_users', 'role_assignments', 'roles', 'users'];
const READ = `SELECT relname AS name, coalesce(idx_tup_fetch, 0)::int AS count, seq_tup_read::int AS scanned
  FROM pg_stat_xact_user_tables WHERE relname IN ('${walled.join("', '")}') ORDER BY 1`;
/** Their policies look into one another, which takes longer to plan than to run. */
const OF_WALLED = new RegExp(`\\b(?:FROM|INTO|JOIN|UPDATE) "?(?:${walled.join('|')})\\b`);

interface Sent {
  client: pg.Client;
  text: string;
}

/** The statements of one request's transaction, and the rows that it has read. */
interface Transaction<Result> {
  result: Result;
  texts: string[];
  /** Statements about tables behind a wall that PostgreSQL plans anew each time. */
  unprepared: string[];
  /** By indexes, by table. */
  read: Readonly<Record<string, number>>;
  /** Row by row, by table. */
  scanned: Readonly<Record<string, number>>;
}

type Query = (this: pg.Client, ...given: unknown[]) => Promise<pg.QueryResult>;

/** Sends a request, and watches its transaction alone, whatever others send meanwhile. */
export async function transactionOf<Result>(request: () => Promise<Result>): Promise<Transaction<Result>> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const all: Sent[] = [];
  // By their texts, since a process prepares so many and no more, and specs before this one had theirs.
  const prepared = new Set<string>();
  const listen = (statement: unknown) => prepared.add((statement as Sent).text);
  subscribe('safety:statement', listen);
  let read: Promise<pg.QueryResult> | undefined;
  prototype.query = function counted(...sent) {
    const [first] = sent as [string | { text: string }];
    const text = typeof first === 'string' ? first : first.text;
    if (text.startsWith('BEGIN')) void query.call(this, COUNT_ANEW);
    if (text === 'COMMIT' && isOf(all, this)) read ??= query.call(this, READ);
    all.push({ client: this, text });
    return query.apply(this, sent);
  };
  try {
    const result = await request();
    const rows = (await read)?.rows ?? [];
    const byTable = (member: 'count' | 'scanned'): Record<string, number> =>
      Object.fromEntries(rows.map((row) => [row.name, row[member]]));
    const sent = ofTransaction(all);
    return {
      result,
      texts: sent.map(({ text }) => withoutSettings(text)),
      unprepared: sent.flatMap(({ text }) => (prepared.has(text) || !OF_WALLED.test(text) ? [] : text)),
      read: byTable('count'),
      scanned: byTable('scanned'),
    };
  } finally {
    prototype.query = query;
    unsubscribe('safety:statement', listen);
  }
}

/** Does something right before the first statement with this text that `work` leads to. */
export async function justBefore<Result>(
  part: string,
  act: () => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = async function delayed(...sent) {
    const [first] = sent as [string | { text: string }];
    if (!(typeof first === 'string' ? first : first.text).includes(part)) return query.apply(this, sent);
    prototype.query = query;
    await act();
    return query.apply(this, sent);
  };
  try {
    return await work();
  } finally {
    prototype.query = query;
  }
}

/** The statements that a role of the database sends while `work` lasts. */
export async function statementsOf(user: string, work: () => Promise<unknown>): Promise<string[]> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const texts: string[] = [];
  prototype.query = function counted(...sent) {
    const [first] = sent as [string | { text: string }];
    if (this.user === user) texts.push(typeof first === 'string' ? first : first.text);
    return query.apply(this, sent);
  };
  try {
    await work();
    return texts;
  } finally {
    prototype.query = query;
  }
}

/** The most rows that one statement answers while a request is answered. */
export async function mostRowsOf<Result>(
  request: () => Promise<Result>,
): Promise<{ result: Result; rows: number }> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  let rows = 0;
  prototype.query = async function counted(...sent) {
    const answer = await query.apply(this, sent);
    rows = Math.max(rows, answer.rows?.length ?? 0);
    return answer;
  };
  try {
    return { result: await request(), rows };
  } finally {
    prototype.query = query;
  }
}

const isOf = (all: readonly Sent[], client: pg.Client): boolean =>
  all.some((sent) => sent.client === client && NOTED.test(sent.text));

function ofTransaction(all: readonly Sent[]): Sent[] {
  const sent = all.filter(({ client }) => isOf(all, client));
  const noted = sent.findIndex(({ text }) => NOTED.test(text));
  const begun = sent.slice(0, noted).findLastIndex(({ text }) => text.startsWith('BEGIN'));
  return sent.slice(begun, sent.findIndex(({ text }, at) => at > noted && text === 'COMMIT') + 1);
}

/** Settings hold their values in the text. */
const withoutSettings = (text: string): string =>
  text.startsWith('SET LOCAL') ? text.replaceAll(/'[^']*'/g, '…') : text;
