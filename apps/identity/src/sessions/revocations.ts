import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { type AccessTokenClaims, type Revocation, sessionEnded, tokensRevoked } from '@safety/contracts';
import { lastAccessTokenExpiry, requestsUnderWayEnd } from '../lifetimes.js';
import { Database, type Transaction } from '../storage/database/database.js';

interface RevocationRow {
  kind: 'sid' | 'grantId' | 'userId' | 'clientId' | 'jti';
  subject: string;
  issuedBefore: number;
  until: number;
}

/**
 * Access tokens are never stored: what ends early is announced, and refused by the gateway for as long as it
 * could live.
 */
@Injectable()
export class Revocations {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** Nothing of this session counts any more. */
  async revokeSession(transaction: Transaction, sid: string, userId: string): Promise<void> {
    const until = lastAccessTokenExpiry();
    await this.remember(transaction, { kind: 'sid', subject: sid, issuedBefore: until, until });
    await this.outbox.add(transaction, sessionEnded, { sid, userId, issuedBefore: until, until });
  }

  /** Nothing of this grant counts any more. */
  async revokeGrant(transaction: Transaction, grantId: string): Promise<void> {
    const until = lastAccessTokenExpiry();
    await this.remember(transaction, { kind: 'grantId', subject: grantId, issuedBefore: until, until });
    await this.outbox.add(transaction, tokensRevoked, { grantId, issuedBefore: until, until });
  }

  /**
   * Nothing that this client was issued counts any more. `forGood` covers what requests under way still
   * issue, for a client that is gone; one that goes on working may have tokens again from the next second on.
   */
  async revokeClient(
    transaction: Transaction,
    clientId: string,
    { forGood }: { forGood: boolean },
  ): Promise<void> {
    const until = lastAccessTokenExpiry();
    const issuedBefore = forGood ? requestsUnderWayEnd() : Math.floor(Date.now() / 1000) + 1;
    await this.remember(transaction, { kind: 'clientId', subject: clientId, issuedBefore, until });
    await this.outbox.add(transaction, tokensRevoked, { clientId, issuedBefore, until });
  }

  /** Nothing that this user was issued counts any more, nor what requests under way still issue. */
  async revokeUser(transaction: Transaction, userId: string): Promise<void> {
    const until = lastAccessTokenExpiry();
    const issuedBefore = requestsUnderWayEnd();
    await this.remember(transaction, { kind: 'userId', subject: userId, issuedBefore, until });
    await this.outbox.add(transaction, tokensRevoked, { userId, issuedBefore, until });
  }

  /** One access token does not count any more. */
  async revokeToken(transaction: Transaction, jti: string): Promise<void> {
    const until = lastAccessTokenExpiry();
    await this.remember(transaction, { kind: 'jti', subject: jti, issuedBefore: until, until });
    await this.outbox.add(transaction, tokensRevoked, { jti, issuedBefore: until, until });
  }

  /** Whether an access token with these claims has ended early. */
  async cover({ sid, grant_id, sub, jti, client_id, iat }: AccessTokenClaims): Promise<boolean> {
    const rows = await this.database.rows(
      `SELECT FROM revocations
       WHERE (subject, kind) IN (($1, 'sid'), ($2, 'grantId'), ($3, 'userId'), ($4, 'jti'), ($5, 'clientId'))
         AND until > now() AND issued_before > to_timestamp($6) LIMIT 1`,
      [sid, grant_id, sub, jti, client_id, iat],
    );
    return rows.length > 0;
  }

  /** Every revocation that an access token could still run into. */
  async living(): Promise<Revocation[]> {
    const rows = await this.database.rows<RevocationRow>(
      `SELECT kind, subject, extract(epoch FROM issued_before)::int AS "issuedBefore", extract(epoch FROM until)::int AS until
       FROM revocations WHERE until > now() ORDER BY id`,
    );
    return rows.map(({ kind, subject, issuedBefore, until }) => ({ [kind]: subject, issuedBefore, until }));
  }

  /**
   * A session or grant that has ended never issues again: `issuedBefore` is then `until`, however new a token
   * is.
   */
  private async remember({ client }: Transaction, row: RevocationRow): Promise<void> {
    await client.query(
      'INSERT INTO revocations (kind, subject, issued_before, until) VALUES ($1, $2, to_timestamp($3), to_timestamp($4))',
      [row.kind, row.subject, row.issuedBefore, row.until],
    );
  }
}
