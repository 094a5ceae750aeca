import { Injectable } from '@nestjs/common';
import type { OutboxTransaction } from '@safety/bus/outbox';
import { execute, runTransaction } from '@safety/persistence';
import {
  hashedForLog,
  InjectLogger,
  type Logger,
  runInRequestContext,
  type TraceContext,
  WorkQueue,
} from '@safety/platform';
import { DataSource } from 'typeorm';
import { USERS_AT_ONCE, UserMessages } from './user-messages.js';
import { UsersToPublish } from './users-to-publish.js';

/** Another replica may have died before it published its own. */
const EVERY_MS = 1_000;
const PAUSE_AFTER_FAILURE_SECONDS = 60;

/** A note of `UsersToPublish`. */
interface Noted {
  number: string;
  companyId: string;
  userId: string;
  hasLeft: boolean;
  requestId: string;
  trace: TraceContext;
}

/**
 * Publishes to identity the users whom a change in a company concerned, as they are now. Every replica runs
 * it; each note is taken away by one of them, in the transaction that writes the messages.
 */
@Injectable()
export class UserPublishingJob extends WorkQueue {
  constructor(
    private readonly dataSource: DataSource,
    private readonly messages: UserMessages,
    toPublish: UsersToPublish,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'users: telling', everyMs: EVERY_MS });
    toPublish.whenAdded(() => this.wake());
  }

  protected workOnSome(): Promise<boolean> {
    return this.publishSome(USERS_AT_ONCE);
  }

  /** Resolves with whether more may be left. Of users who fail together, those to blame are put off alone. */
  private async publishSome(most: number): Promise<boolean> {
    let noted: Noted[] = [];
    try {
      await runTransaction(this.dataSource, {}, async ({ client, afterCommit }) => {
        const transaction = { client, afterCommit, companyId: null };
        noted = (await execute<Noted>(client, takenNotesSql, [most])).rows;
        const requests = Map.groupBy(noted, (one) => one.requestId);
        // Each locks its own users in order; another replica may have taken other notes of the same ones.
        if (requests.size > 1) await this.messages.lock(transaction, idsOf(noted));
        for (const [requestId, ofRequest] of requests) {
          const request = { requestId, ...ofRequest[0]?.trace };
          await runInRequestContext(request, () => this.publish(transaction, ofRequest));
        }
      });
      return noted.length > 0;
    } catch (err) {
      if (noted.length > 1) return this.publishSome(1);
      const [{ number, userId } = {}] = noted;
      const user = userId && hashedForLog(userId);
      this.countFailure();
      this.logger.warn({ err, user }, 'users: one was not told of, will be tried again');
      return number !== undefined && this.putOff(number);
    }
  }

  private async publish(transaction: OutboxTransaction, noted: readonly Noted[]): Promise<void> {
    const left = noted.filter(({ hasLeft }) => hasLeft);
    const leftBy = Map.groupBy(left, ({ userId }) => userId);
    await this.messages.publishClaims(transaction, idsOf(noted), leftBy);
  }

  /** Resolves with whether others may be published meanwhile. */
  private async putOff(number: string): Promise<boolean> {
    const text = 'UPDATE users_to_tell SET due_at = now() + make_interval(secs => $2) WHERE number = $1';
    const values = [number, PAUSE_AFTER_FAILURE_SECONDS];
    return this.dataSource.query(text, values).then(
      () => true,
      () => false,
    );
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
