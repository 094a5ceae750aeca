import { Injectable } from '@nestjs/common';
import type { OutboxTransaction } from '@safety/bus/outbox';
import { execute, type OpenTransaction } from '@safety/persistence';
import {
  hashedForLog,
  InjectLogger,
  type Logger,
  runInRequestContext,
  type TraceContext,
} from '@safety/platform';
import { DataSource } from 'typeorm';
import { NotedWork } from '../database/noted-work.js';
import { USERS_AT_ONCE, UserMessages } from './user-messages.js';
import { UsersToPublish } from './users-to-publish.js';

/** A note of `UsersToPublish`. */
interface Noted {
  number: string;
  companyId: string;
  userId: string;
  hasLeft: boolean;
  requestId: string;
  trace: TraceContext;
}

/** Publishes to identity the users whom a change in a company concerned, as they are now. */
@Injectable()
export class UserPublishingJob extends NotedWork<Noted> {
  constructor(
    dataSource: DataSource,
    private readonly messages: UserMessages,
    toPublish: UsersToPublish,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, dataSource, 'users: telling', USERS_AT_ONCE);
    toPublish.whenAdded(() => this.wake());
  }

  protected async take({ client }: OpenTransaction, most: number): Promise<Noted[]> {
    return (await execute<Noted>(client, takenNotesSql, [most])).rows;
  }

  protected async workOff(open: OpenTransaction, noted: readonly Noted[]): Promise<void> {
    const transaction = { ...open, companyId: null };
    const requests = Map.groupBy(noted, (one) => one.requestId);
    // Each locks its own users in order; another replica may have taken other notes of the same ones.
    if (requests.size > 1) await this.messages.lock(transaction, idsOf(noted));
    for (const [requestId, ofRequest] of requests) {
      const request = { requestId, ...ofRequest[0]?.trace };
      await runInRequestContext(request, () => this.publish(transaction, ofRequest));
    }
  }

  private async publish(transaction: OutboxTransaction, noted: readonly Noted[]): Promise<void> {
    const left = noted.filter(({ hasLeft }) => hasLeft);
    const leftBy = Map.groupBy(left, ({ userId }) => userId);
    await this.messages.publishClaims(transaction, idsOf(noted), leftBy);
  }

  protected async putOff({ client }: OpenTransaction, { number }: Noted, seconds: number): Promise<void> {
    const text = 'UPDATE users_to_tell SET due_at = now() + make_interval(secs => $2) WHERE number = $1';
    await execute(client, text, [number, seconds]);
  }

  protected logFailure(err: unknown, { userId }: Noted): void {
    this.logger.warn({ err, user: hashedForLog(userId) }, 'users: one was not told of, will be tried again');
  }
}

const idsOf = (noted: readonly Noted[]): string[] => noted.map(({ userId }) => userId);

/**
 * SQL that takes some notes. The array is made once: of rows in place of it PostgreSQL may ask for each note,
 * while it takes the table for an empty one, and then 20,000 take longer than a statement may.
 */
export const takenNotesSql = `
  DELETE FROM users_to_tell WHERE number = ANY (ARRAY(
    SELECT number FROM users_to_tell WHERE due_at <= now()
    ORDER BY together, number LIMIT $1 FOR UPDATE SKIP LOCKED))
  RETURNING number, company_id AS "companyId", user_id AS "userId", has_left AS "hasLeft",
    request_id AS "requestId",
    json_strip_nulls(json_build_object('traceparent', traceparent, 'tracestate', tracestate)) AS trace`;
