import pg from 'pg';

/** The end of the transaction of an administrator's request about users. */
const NOTED = /INSERT INTO users_to_tell/;

/** Rows that the transaction has read by indexes; the first statement forgets those of the ones before. */
const COUNT_ANEW = 'SELECT pg_stat_force_next_flush()';
const READ = `SELECT relname AS name, coalesce(idx_tup_fetch, 0)::int AS count FROM pg_stat_xact_user_tables
  WHERE relname IN ('companies', 'company_users', 'role_assignments', 'roles', 'users') ORDER BY 1`;

interface Sent {
  client: pg.Client;
  text: string;
}

/** The statements of one request's transaction, and the rows that it has read. */
interface Transaction<Result> {
  result: Result;
  texts: string[];
  read: Readonly<Record<string, number>>;
}

type Query = (this: pg.Client, ...given: unknown[]) => Promise<pg.QueryResult>;

/** Sends a request, and watches its transaction alone, whatever others send meanwhile. */
export async function transactionOf<Result>(request: () => Promise<Result>): Promise<Transaction<Result>> {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  const all: Sent[] = [];
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
    const counts = (await read)?.rows.map(({ name, count }): [string, number] => [name, count]) ?? [];
    return { result, texts: ofTransaction(all), read: Object.fromEntries(counts) };
  } finally {
    prototype.query = query;
  }
}

const isOf = (all: readonly Sent[], client: pg.Client): boolean =>
  all.some((sent) => sent.client === client && NOTED.test(sent.text));

function ofTransaction(all: readonly Sent[]): string[] {
  const texts = all.filter(({ client }) => isOf(all, client)).map(({ text }) => text);
  const noted = texts.findIndex((text) => NOTED.test(text));
  const begun = texts.slice(0, noted).findLastIndex((text) => text.startsWith('BEGIN'));
  return texts.slice(begun, texts.indexOf('COMMIT', noted) + 1).map(withoutSettings);
}

/** Settings hold their values in the text. */
const withoutSettings = (text: string): string =>
  text.startsWith('SET LOCAL') ? text.replaceAll(/'[^']*'/g, '…') : text;
