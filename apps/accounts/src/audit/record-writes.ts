import type { ChangeOperation, RecordedChange } from '@safety/contracts';
import {
  type ChangeNumber,
  execute,
  executeTogether,
  type OpenTransaction,
  setLocal,
} from '@safety/persistence';
import { requestContext } from '@safety/platform';

type Client = OpenTransaction['client'];

/** The author of a change. */
export interface Author {
  /** Null for an operator, and for the service itself. */
  userId: string | null;
  isOperator?: boolean;
}

export interface RecordedWrite {
  resource: string;
  companyId: string;
  id: string;
  version: number;
  operation: ChangeOperation;
  members: RecordedChange['members'];
}

/** So many companies are recorded with one message to PostgreSQL. */
const COMPANIES_AT_ONCE = 200;

/** Its parameters are those of `valuesOf`. */
const RECORDED = `
  INSERT INTO changes
    (company_id, resource, id, version, operation, members, actor_user_id, client_id, request_id, by_operator)
  SELECT $1, resource, id, version, operation, members, $2, $3, $4, $5
  FROM ROWS FROM (jsonb_to_recordset($6) AS (resource text, id uuid, version integer, operation text,
    members jsonb)) WITH ORDINALITY AS w(resource, id, version, operation, members, place)
  ORDER BY place RETURNING transaction_id::text AS "transactionId", number`;

/** Records the writes of each company, in their order. Resolves with their places in the change record. */
export async function recordWrites(
  client: Client,
  writes: readonly RecordedWrite[],
  author: Author,
): Promise<ReadonlyMap<RecordedWrite, ChangeNumber>> {
  const companies = [...Map.groupBy(writes, ({ companyId }) => companyId)];
  const numbers = author.isOperator
    ? await recordByOperator(client, companies, author)
    : await recordEach(client, companies, author);
  const numbered = companies.flatMap(([, ofCompany], at) => {
    // Numbers are given in the order of the rows, which RETURNING alone does not promise.
    const inOrder = numbers[at]?.toSorted((a, b) => Number(a.number) - Number(b.number)) ?? [];
    if (inOrder.length !== ofCompany.length) throw new Error('changes returned too few rows');
    return ofCompany.map((write, place) => [write, inOrder[place] as ChangeNumber] as const);
  });
  return new Map(numbered);
}

type OfCompany = readonly [companyId: string, writes: readonly RecordedWrite[]];

async function recordEach(
  client: Client,
  companies: readonly OfCompany[],
  author: Author,
): Promise<ChangeNumber[][]> {
  const numbers: ChangeNumber[][] = [];
  for (const ofCompany of companies)
    numbers.push((await execute<ChangeNumber>(client, RECORDED, valuesOf(ofCompany, author))).rows);
  return numbers;
}

/**
 * An operator passes the walls of the tables that operators write; the record has the one of the company. So
 * each company has a statement of its own, behind its wall, and many of them travel together.
 */
async function recordByOperator(
  client: Client,
  companies: readonly OfCompany[],
  author: Author,
): Promise<ChangeNumber[][]> {
  const numbers: ChangeNumber[][] = [];
  const wall = await wallOf(client);
  for (let at = 0; at < companies.length; at += COMPANIES_AT_ONCE) {
    const records = companies
      .slice(at, at + COMPANIES_AT_ONCE)
      .flatMap((ofCompany) => [
        { text: setLocal({ 'app.company_id': ofCompany[0] }) },
        { text: RECORDED, values: valuesOf(ofCompany, author) },
      ]);
    const sent = [...records, { text: setLocal({ 'app.company_id': wall }) }];
    const results = await executeTogether(client, sent);
    numbers.push(...results.filter((_, place) => place % 2 === 1).map(({ rows }) => rows as ChangeNumber[]));
  }
  return numbers;
}

/** The company that the transaction is of; empty for none. */
async function wallOf(client: Client): Promise<string> {
  const { rows } = await client.query<{ wall: string }>(
    "SELECT coalesce(current_setting('app.company_id', true), '') AS wall",
  );
  return rows[0]?.wall ?? '';
}

function valuesOf(
  [companyId, writes]: OfCompany,
  { userId, isOperator = false }: Author,
): (string | boolean | null)[] {
  const { clientId = null, requestId = null } = requestContext() ?? {};
  return [companyId, userId, clientId, requestId, isOperator, JSON.stringify(writes)];
}
