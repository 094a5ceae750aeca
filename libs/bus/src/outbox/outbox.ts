import { Injectable } from '@nestjs/common';
import type { Envelope, MessageContract } from '@safety/contracts';
import type { ClientBase } from 'pg';
import { v7 as newId } from 'uuid';
import type { z } from 'zod';
import { OutboxRelay } from './outbox-relay.js';

/** What a message is written on: the connection of the transaction that makes it true. */
export interface OutboxTransaction {
  readonly client: Pick<ClientBase, 'query'>;
  readonly companyId: string | null;
  /** Called once the transaction has committed. */
  readonly afterCommit: (() => void)[];
}

/** Tells the other services a message, exactly when the transaction that made it true commits. */
@Injectable()
export class Outbox {
  constructor(private readonly relay: OutboxRelay) {}

  /** Writes the message in the given transaction and publishes it after the commit. */
  async add<Schema extends z.ZodType>(
    transaction: OutboxTransaction,
    event: MessageContract<Schema>,
    payload: z.input<Schema>,
  ): Promise<void> {
    await writeToOutbox(transaction.client, transaction.companyId, event, payload);
    transaction.afterCommit.push(() => this.relay.nudge());
  }
}

/** Writes a message without waking a relay: for commands that run beside the service. */
export async function writeToOutbox<Schema extends z.ZodType>(
  client: Pick<ClientBase, 'query'>,
  companyId: string | null,
  event: MessageContract<Schema>,
  payload: z.input<Schema>,
): Promise<void> {
  const told = event.payload.parse(payload);
  const envelope: Envelope = {
    id: newId(),
    type: event.name,
    companyId,
    occurredAt: new Date().toISOString(),
    payload: told,
  };
  const { stream } = event;
  const row = { ...envelope, ...(stream && { stream }) };
  const state = event.stateOf ? `${event.name} ${companyId} ${event.stateOf(told)}` : null;
  await client.query('INSERT INTO outbox (envelope, state) VALUES ($1, $2)', [JSON.stringify(row), state]);
}
