import { Inject, Injectable } from '@nestjs/common';
import { type Envelope, type MessageContract, resourceChanged } from '@safety/contracts';
import {
  type ChangeNumber,
  type ChangePublisher,
  type PublishedChange,
  type StatementClient,
} from '@safety/persistence';
import { pickTraceContext, requestContext } from '@safety/platform';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import { BUS_OPTIONS, type BusOptions } from './bus-options.js';
import { OutboxRelay } from './outbox-relay.js';

/** The transaction that makes a message true; the message is written on its connection. */
export interface OutboxTransaction {
  readonly client: StatementClient;
  readonly companyId: string | null;
  /** Called once the transaction has committed. */
  readonly afterCommit: (() => void)[];
}

/**
 * Publishes messages to the other services, exactly when the transaction that made them true commits. Rows of
 * a resource need no call: their change record publishes them.
 */
@Injectable()
export class Outbox implements ChangePublisher {
  private readonly resourceChanged: ReturnType<typeof resourceChanged>;

  constructor(
    private readonly relay: OutboxRelay,
    @Inject(BUS_OPTIONS) { service }: BusOptions,
  ) {
    this.resourceChanged = resourceChanged(service);
  }

  /** Writes the message in the given transaction; it is published after the commit. */
  async add<Schema extends z.ZodType>(
    transaction: OutboxTransaction,
    message: MessageContract<Schema>,
    payload: z.input<Schema>,
  ): Promise<void> {
    await writeToOutbox(transaction.client, transaction.companyId, message, payload);
    transaction.afterCommit.push(() => this.relay.wake());
  }

  /**
   * Writes messages of one contract, in their order, with one statement.
   * @param again states that were published before: readers replace those of the same version
   */
  addAll<Schema extends z.ZodType>(
    transaction: OutboxTransaction,
    message: MessageContract<Schema>,
    payloads: readonly z.input<Schema>[],
    again = false,
  ): Promise<void> {
    const { companyId } = transaction;
    const messages = payloads.map((payload) => ({ companyId, payload }));
    return this.addEach(transaction, message, messages, again);
  }

  /** The same for messages of several companies, whichever the transaction is of. */
  async addEach<Schema extends z.ZodType>(
    transaction: OutboxTransaction,
    message: MessageContract<Schema>,
    messages: readonly { companyId: string | null; payload: z.input<Schema> }[],
    again = false,
  ): Promise<void> {
    const rows = messages.map(({ companyId, payload }) => {
      const { envelope, state } = outboxRow(companyId, message, payload);
      return { envelope: { ...envelope, ...(again && { again }) }, state };
    });
    await insertRows(transaction.client, rows);
    transaction.afterCommit.push(() => this.relay.wake());
  }

  /** A change that names its company is of that one, whichever the transaction is of. */
  async publishAll(
    transaction: OutboxTransaction,
    changes: readonly (PublishedChange & { companyId?: string })[],
  ): Promise<void> {
    const rows = changes.map(({ companyId = transaction.companyId, change, number, state }) => {
      const row = state
        ? outboxRow(companyId, state.contract, state.payload, number)
        : outboxRow(companyId, this.resourceChanged, change, number);
      return change.actorUserId === null ? withoutOrigin(row) : row;
    });
    await insertRows(transaction.client, rows);
    transaction.afterCommit.push(() => this.relay.wake());
  }
}

/** Writes a message without waking a relay: for commands that run beside the service. */
export const writeToOutbox = <Schema extends z.ZodType>(
  client: StatementClient,
  companyId: string | null,
  message: MessageContract<Schema>,
  payload: z.input<Schema>,
): Promise<void> => insertRows(client, [outboxRow(companyId, message, payload)]);

/** The request in which the message came to be, for the log lines of its readers. */
function originOfMessage(): Pick<Envelope, 'requestId' | 'traceparent' | 'tracestate'> {
  const { requestId, ...context } = requestContext() ?? {};
  return { ...(requestId && { requestId }), ...pickTraceContext(context) };
}

interface OutboxRow {
  envelope: Envelope & { stream?: MessageContract['stream'] };
  /** The thing whose state the message carries. */
  state: string | null;
}

function outboxRow<Schema extends z.ZodType>(
  companyId: string | null,
  message: MessageContract<Schema>,
  payload: unknown,
  change?: ChangeNumber,
): OutboxRow {
  const published = message.payload.parse(payload);
  const envelope: Envelope = {
    id: newId(),
    type: message.name,
    companyId,
    occurredAt: new Date().toISOString(),
    ...originOfMessage(),
    ...(change && { change }),
    payload: published,
  };
  const { stream } = message;
  return {
    envelope: { ...envelope, ...(stream && { stream }) },
    state: message.stateOf ? `${message.name} ${companyId} ${message.stateOf(published)}` : null,
  };
}

/** The log names the user of a request, so that it would name the author of an anonymous row. */
function withoutOrigin({ envelope, ...row }: OutboxRow): OutboxRow {
  const { requestId: _, traceparent: __, tracestate: ___, ...rest } = envelope;
  return { ...row, envelope: rest };
}

async function insertRows(client: StatementClient, rows: readonly OutboxRow[]): Promise<void> {
  await client.query(
    `INSERT INTO outbox (envelope, state)
     SELECT envelope, state
     FROM ROWS FROM (jsonb_to_recordset($1) AS (envelope jsonb, state text)) WITH ORDINALITY AS r(envelope, state, place)
     ORDER BY place`,
    [JSON.stringify(rows)],
  );
}
