import { Injectable } from '@nestjs/common';
import type { ChangeOperation, RecordedChange, ResourceChange } from '@safety/contracts';
import { InjectLogger, type Logger, requestContext } from '@safety/platform';
import { DataSource } from 'typeorm';
import { recordMembers } from '../company-record.js';
import type { CompanyTransaction } from '../transaction/company-transactions.js';
import { execute } from '../transaction/execute.js';
import { runTransaction } from '../transaction/run-transaction.js';
import {
  type ChangeNumber,
  ChangePublisher,
  type PublishedChange,
  type RowState,
} from './change-publisher.js';
import { impatientSql, PartitionTurns } from './partition-turns.js';

type Members = Readonly<Record<string, unknown>>;

const ofEveryWrite = new Set<string>(recordMembers);

/** Members of a row whose changes are not recorded whole. */
export interface HiddenMembers<Member extends string = string> {
  /** Those whose change is named and whose values are not kept. */
  sensitive?: readonly Member[] | undefined;
  /** Columns that no answer shows: what changes them is told by others. */
  inner?: readonly Member[] | undefined;
}

/** A write of one row. */
export interface RecordedWrite extends HiddenMembers {
  /** Its table. */
  resource: string;
  operation: ChangeOperation;
  /** Absent for a row that was added. */
  before?: object | undefined;
  after: { id: string; version: number };
  actorUserId: string | null;
  /** The acting user for other services; absent for an author who stays unknown. */
  publishedActorUserId: string | null;
  /** Whether the service itself wrote: neither the client nor the request that led to it is recorded then. */
  isOfSystem: boolean;
  /** The state of the row for other services, made right before the commit. */
  state?: (() => Promise<RowState>) | undefined;
}

/** Keeps who changed what of each row for 30 days and publishes it, in the transaction of the change. */
@Injectable()
export class ChangeRecord extends PartitionTurns {
  constructor(
    private readonly dataSource: DataSource,
    private readonly publisher: ChangePublisher,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'change record: days', table: 'changes' });
  }

  /** Makes the partitions of the next days, and drops those that are too old. */
  async turn(): Promise<void> {
    await runTransaction(this.dataSource, { first: [{ text: impatientSql }] }, ({ client }) =>
      client.query('SELECT changes_turn_days()', []),
    );
  }

  async add(transaction: CompanyTransaction, write: RecordedWrite): Promise<void> {
    const { resource, before, after, state } = write;
    const members = differences(before, after, write);
    const number = await insert(transaction, write, members);
    const change = changeOf(write, members);
    if (!state) return this.publisher.publishAll(transaction, [{ change, number }]);
    // Once for each row, with what it is at the end: a later write may say more of it.
    transaction.beforeCommit.set(`${resource} ${after.id}`, async () =>
      this.publisher.publishAll(transaction, [{ change, number, state: await state() }]),
    );
  }

  /** Records writes of different rows, and publishes them, with one statement each. */
  async addAll(transaction: CompanyTransaction, writes: readonly RecordedWrite[]): Promise<void> {
    const [first] = writes;
    if (!first) return;
    const recorded = writes.map((write) => ({
      write,
      members: differences(write.before, write.after, write),
    }));
    const numbers = await insertAll(transaction, recorded);
    const published = async () => {
      const changes: PublishedChange[] = [];
      for (const [index, { write, members }] of recorded.entries()) {
        const number = numbers[index];
        if (!number) throw new Error('changes returned too few rows');
        changes.push({ change: changeOf(write, members), number, state: await write.state?.() });
      }
      return this.publisher.publishAll(transaction, changes);
    };
    transaction.beforeCommit.set(`${first.resource} from ${numbers[0]?.number}`, published);
  }
}

/** A write as it is published. */
const changeOf = (write: RecordedWrite, members: RecordedChange['members']): ResourceChange => ({
  resource: write.resource,
  id: write.after.id,
  version: write.after.version,
  operation: write.operation,
  members: members.map(({ member }) => member).sort(),
  actorUserId: write.publishedActorUserId,
});

/** The client and the request behind a write. Those of a write of the system could name a hidden author. */
function askedBy(isOfSystem: boolean): { clientId: string | null; requestId: string | null } {
  const { clientId = null, requestId = null } = (isOfSystem ? undefined : requestContext()) ?? {};
  return { clientId, requestId };
}

/** In the order of the writes. */
async function insertAll(
  { client, companyId }: CompanyTransaction,
  recorded: readonly { write: RecordedWrite; members: RecordedChange['members'] }[],
): Promise<ChangeNumber[]> {
  const { clientId, requestId } = askedBy(recorded.every(({ write }) => write.isOfSystem));
  const text = `INSERT INTO changes
    (company_id, resource, id, version, operation, members, actor_user_id, client_id, request_id)
    SELECT $1, resource, id, version, operation, members, actor_user_id, $2, $3
    FROM ROWS FROM (jsonb_to_recordset($4) AS (resource text, id uuid, version integer, operation text,
      members jsonb, actor_user_id uuid)) WITH ORDINALITY
      AS w(resource, id, version, operation, members, actor_user_id, place)
    ORDER BY place RETURNING transaction_id::text AS "transactionId", number`;
  const rows = recorded.map(({ write: { resource, operation, after, actorUserId }, members }) => ({
    resource,
    id: after.id,
    version: after.version,
    operation,
    members,
    actor_user_id: actorUserId,
  }));
  const values = [companyId, clientId, requestId, JSON.stringify(rows)];
  const inserted = await execute<ChangeNumber>(client, text, values);
  // Numbers are given in the order of the rows, which RETURNING alone does not promise.
  return inserted.rows.toSorted((a, b) => Number(a.number) - Number(b.number));
}

async function insert(
  { client, companyId }: CompanyTransaction,
  { resource, operation, after, actorUserId, isOfSystem }: RecordedWrite,
  members: RecordedChange['members'],
): Promise<ChangeNumber> {
  const { clientId, requestId } = askedBy(isOfSystem);
  const text = `INSERT INTO changes
    (company_id, resource, id, version, operation, members, actor_user_id, client_id, request_id)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING transaction_id::text AS "transactionId", number`;
  const { rows } = await execute<{ transactionId: string; number: string }>(client, text, [
    companyId,
    resource,
    after.id,
    after.version,
    operation,
    JSON.stringify(members),
    actorUserId,
    clientId,
    requestId,
  ]);
  const [number] = rows;
  if (!number) throw new Error('changes returned no row');
  return number;
}

/** The members that differ; of a new row those that hold something. */
export function differences(
  before: object | undefined,
  after: object,
  { sensitive = [], inner = [] }: HiddenMembers = {},
): RecordedChange['members'] {
  const [old, current] = [(before ?? {}) as Members, after as Members];
  return Object.keys(current)
    .filter((member) => !ofEveryWrite.has(member) && !inner.includes(member))
    .map((member) => ({ member, from: old[member] ?? null, to: current[member] ?? null }))
    .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
    .map(({ member, from, to }) =>
      sensitive.includes(member)
        ? { member, from: null, to: null, redacted: true }
        : { member, from, to, redacted: false },
    );
}
