import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { type AccessTokenClaims, sessionEnded, tokensRevoked } from '@safety/contracts';
import { lastAccessTokenExpiry, nextSecond, requestsUnderWayEnd } from '../lifetimes.js';
import { Database, type Transaction } from '../storage/database/database.js';
import { countWithin } from '../throttling/counters.js';

/** The claims that a revocation is of; `subAtClient` has two, as a JSON array. */
export type RevocationKind = 'sid' | 'grantId' | 'userId' | 'clientId' | 'jti' | 'subAtClient';

interface RevocationRow {
  kind: RevocationKind;
  subject: string;
  issuedBefore: number;
  until: number;
}

/**
 * So many grants or tokens of one subject may end one by one at one client, in an hour. Gateways keep each
 * end for an hour: without a bound, a client that asks for tokens and revokes them would fill their memory.
 */
export const MOST_ONE_BY_ONE = 100;
const HOUR_SECONDS = 60 * 60;

/** Whose tokens they are, and of which client: the claims `sub` and `client_id`. */
export interface Holder {
  sub: string;
  clientId: string;
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

  /**
   * Nothing of this grant counts any more. Resolves with the second from which other tokens of the holder
   * count, where it had to be all of them: `issuedBefore`.
   */
  async revokeGrant(
    transaction: Transaction,
    grantId: string,
    holder: Holder,
    issuedBefore = nextSecond(),
  ): Promise<number | undefined> {
    if (await this.areTooMany(transaction, holder))
      return this.revokeAllOf(transaction, holder, issuedBefore);
    await this.forgetGrant(transaction, grantId);
    return undefined;
  }

  /**
   * The same for several grants of one holder, in a bounded number of statements. Where it has to be all
   * tokens, those are among them that requests under way still issue.
   */
  async revokeGrants(transaction: Transaction, grantIds: readonly string[], holder: Holder): Promise<void> {
    const issuedBefore = requestsUnderWayEnd();
    if (grantIds.length > MOST_ONE_BY_ONE) {
      await this.revokeAllOf(transaction, holder, issuedBefore);
      return;
    }
    for (const grantId of grantIds) await this.revokeGrant(transaction, grantId, holder, issuedBefore);
  }

  /**
   * The same for a grant whose time is over. It is not counted: nobody asked for it, and each took a
   * password, which bounds their number.
   */
  async forgetGrant(transaction: Transaction, grantId: string): Promise<void> {
    const until = lastAccessTokenExpiry();
    await this.remember(transaction, { kind: 'grantId', subject: grantId, issuedBefore: until, until });
    await this.outbox.add(transaction, tokensRevoked, { grantId, issuedBefore: until, until });
  }

  /**
   * Nothing that this client was issued counts any more. `forGood` covers what requests under way still
   * issue, for a client that is gone; one that goes on working may have tokens again a second later. Until
   * then another process may know the client as it was.
   */
  async revokeClient(
    transaction: Transaction,
    clientId: string,
    { forGood }: { forGood: boolean },
  ): Promise<void> {
    const until = lastAccessTokenExpiry();
    const issuedBefore = forGood ? requestsUnderWayEnd() : nextSecond() + 1;
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

  /** One access token does not count any more. Resolves as `revokeGrant`. */
  async revokeToken(transaction: Transaction, jti: string, holder: Holder): Promise<number | undefined> {
    if (await this.areTooMany(transaction, holder))
      return this.revokeAllOf(transaction, holder, nextSecond());
    const until = lastAccessTokenExpiry();
    await this.remember(transaction, { kind: 'jti', subject: jti, issuedBefore: until, until });
    await this.outbox.add(transaction, tokensRevoked, { jti, issuedBefore: until, until });
    return undefined;
  }

  /** Whether an access token with these claims has ended early. */
  async cover({ sid, grant_id, sub, jti, client_id, iat }: AccessTokenClaims): Promise<boolean> {
    const rows = await this.database.rows(
      `SELECT FROM revocations
       WHERE (subject, kind) IN (($1, 'sid'), ($2, 'grantId'), ($3, 'userId'), ($4, 'jti'), ($5, 'clientId'),
           ($7, 'subAtClient'))
         AND until > now() AND issued_before > to_timestamp($6) LIMIT 1`,
      [sid, grant_id, sub, jti, client_id, iat, JSON.stringify([sub, client_id])],
    );
    return rows.length > 0;
  }

  private async areTooMany({ client }: Transaction, { sub, clientId }: Holder): Promise<boolean> {
    const key = `revocations:${JSON.stringify([sub, clientId])}`;
    return !(await countWithin(client, [{ key, most: MOST_ONE_BY_ONE, windowSeconds: HOUR_SECONDS }]));
  }

  /**
   * One row for all tokens that the subject has at the client. Clients renew those that were not revoked, and
   * what they get from `issuedBefore` on is good.
   */
  private async revokeAllOf(
    transaction: Transaction,
    { sub, clientId }: Holder,
    issuedBefore: number,
  ): Promise<number> {
    const until = lastAccessTokenExpiry();
    await transaction.client.query(
      `INSERT INTO revocations AS known (kind, subject, issued_before, until)
       VALUES ('subAtClient', $1, to_timestamp($2), to_timestamp($3))
       ON CONFLICT (subject) WHERE kind = 'subAtClient' DO UPDATE
       SET transaction_id = pg_current_xact_id(), until = excluded.until,
         issued_before = greatest(known.issued_before, excluded.issued_before)`,
      [JSON.stringify([sub, clientId]), issuedBefore, until],
    );
    await this.outbox.add(transaction, tokensRevoked, { sub, clientId, issuedBefore, until });
    return issuedBefore;
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
