import { Injectable } from '@nestjs/common';
import type { AuditType } from '@safety/contracts';
import { notFound } from '@safety/platform';
import { AuditTrail } from '../../audit/audit-trail.js';
import { Database } from '../../storage/database/database.js';
import type { MailKind } from './mail.js';

/** A mail that the mail server has not taken, as operators see it. */
export interface FailedMail {
  id: string;
  kind: MailKind;
  /** Null where nobody has the address that a link was asked for. */
  userId: string | null;
  /** Of the user, unless the mail goes to another one. */
  email: string | null;
  createdAt: Date;
  attempts: number;
  /** Null once it is given up. */
  nextAttemptAt: Date | null;
  lastError: string;
}

interface Repeated {
  id: string;
  kind: MailKind;
  userId: string | null;
}

const MOST_SHOWN = 100;
const REPEATED_AT_ONCE = 500;

const HAS_FAILED = 'delivered_at IS NULL AND last_error IS NOT NULL';
const USER_ID =
  'coalesce(mail.user_id, (SELECT user_id FROM credentials WHERE credentials.email_key = mail.email_key))';

/** An operator who repeats a link asks for it; other mails tell of something that is recorded already. */
const recordedAs: Partial<Record<MailKind, AuditType>> = {
  invitation: 'user-invited',
  'invitation-to-company': 'user-invited',
  'forgotten-password': 'password-reset-requested',
  'new-email': 'email-change-requested',
};

/** Mails that failed and are tried again, and those that were given up. For operators. */
@Injectable()
export class FailedMails {
  constructor(
    private readonly database: Database,
    private readonly audit: AuditTrail,
  ) {}

  /** A hundred; first those that were given up, of both the newest first. */
  list(): Promise<FailedMail[]> {
    return this.database.rows<FailedMail>(
      `SELECT mail.id, kind, users.id AS "userId", coalesce(address, users.email) AS email, created_at AS "createdAt",
              attempts, next_attempt_at AS "nextAttemptAt", last_error AS "lastError"
       FROM outgoing_mails AS mail LEFT JOIN users ON users.id = ${USER_ID}
       WHERE ${HAS_FAILED} ORDER BY next_attempt_at IS NOT NULL, created_at DESC, mail.id LIMIT $1`,
      [MOST_SHOWN],
    );
  }

  /** Has one sent now, by whichever process is next. Throws 404 for one that has not failed. */
  async repeat(id: string): Promise<void> {
    const repeated = await this.repeatSome('id::text = $1', [id]);
    if (repeated.length === 0) throw notFound('mail');
  }

  /** Has all of them sent now, and resolves with their number. */
  async repeatAll(): Promise<number> {
    let count = 0;
    for (let last: string | null = null; ; ) {
      const repeated: Repeated[] = await this.repeatSome(
        `id = ANY (ARRAY(SELECT id FROM outgoing_mails WHERE ${HAS_FAILED} AND ($1::uuid IS NULL OR id > $1)
                         ORDER BY id LIMIT $2))`,
        [last, REPEATED_AT_ONCE],
      );
      count += repeated.length;
      if (repeated.length < REPEATED_AT_ONCE) return count;
      last =
        repeated
          .map(({ id }) => id)
          .toSorted()
          .at(-1) ?? null;
    }
  }

  private repeatSome(condition: string, values: unknown[]): Promise<Repeated[]> {
    return this.database.transaction(async (transaction) => {
      const { rows } = await transaction.client.query<Repeated>(
        `UPDATE outgoing_mails AS mail SET next_attempt_at = now() WHERE ${condition} AND ${HAS_FAILED}
         RETURNING id, kind, ${USER_ID} AS "userId"`,
        values,
      );
      const entries = rows.flatMap(({ id, kind, userId }) => {
        const type = recordedAs[kind];
        return type ? [{ type, actor: 'operator' as const, userId, details: { repeatedMail: id } }] : [];
      });
      await this.audit.recordAllIn(transaction, entries);
      return rows;
    });
  }
}
