import pg from 'pg';

/** The end of the transaction of an administrator's request about users. */
const NOTED = /INSERT INTO users_to_tell/;

interface Sent {
  client: pg.Client;
  text: string;
}

/** The statements that the transaction of one request sends to PostgreSQL, whatever others send meanwhile. */
export async function statementsOf<Result>(
  request: () => Promise<Result>,
): Promise<{ result: Result; texts: string[] }> {
  const { query } = pg.Client.prototype;
  const all: Sent[] = [];
  pg.Client.prototype.query = function counted(this: pg.Client, ...sent: unknown[]) {
    const [first] = sent as [string | { text: string }];
    all.push({ client: this, text: typeof first === 'string' ? first : first.text });
    return (query as (...given: unknown[]) => unknown).apply(this, sent);
  } as typeof query;
  try {
    const result = await request();
    return { result, texts: ofTransaction(all) };
  } finally {
    pg.Client.prototype.query = query;
  }
}

function ofTransaction(all: readonly Sent[]): string[] {
  const client = all.find(({ text }) => NOTED.test(text))?.client;
  const texts = all.filter((sent) => sent.client === client).map(({ text }) => text);
  const noted = texts.findIndex((text) => NOTED.test(text));
  const begun = texts.slice(0, noted).findLastIndex((text) => text.startsWith('BEGIN'));
  return texts.slice(begun, texts.indexOf('COMMIT', noted) + 1).map(withoutSettings);
}

/** Settings hold their values in the text. */
const withoutSettings = (text: string): string =>
  text.startsWith('SET LOCAL') ? text.replaceAll(/'[^']*'/g, '…') : text;
