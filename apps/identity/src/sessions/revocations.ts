import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { type AccessTokenClaims, sessionEnded, tokensRevoked } from '@safety/contracts';
import { lastAccessTokenExpiry, nextSecond, requestsUnderWayEnd } from '../lifetimes.js';
import { Database, type Transaction } from '../storage/database/database.js';
import { countSome, countWithin } from '../throttling/counters.js';
import type { Limit } from '../throttling/throttle.js';

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

/** Grants of one user at one client. */
interface GrantsOfHolder {
  holder: Holder;
  grantIds: readonly string[];
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

  /** Nothing of these sessions counts any more. */
  async revokeSessions(
    transaction: Transaction,
    sessions: readonly { sid: string; userId: string }[],
  ): Promise<void> {
    const until = lastAccessTokenExpiry();
    const ends = sessions.map(({ sid, userId }) => ({ sid, userId, issuedBefore: until, until }));
    await this.remember(
      transaction,
      ends.map(({ sid }) => ({ kind: 'sid', subject: sid, issuedBefore: until, until })),
    );
    await this.outbox.addAll(transaction, sessionEnded, ends);
  }

  /**
   * Nothing of this grant counts any more. Resolves with the second from which other tokens of the holder
   * count, where it had to be all of them: `issuedBefore`.
   */
  async revokeGrant(transaction: Transaction, grantId: string, holder: Holder): Promise<number | undefined> {
    if (await this.areTooMany(transaction, holder)) return this.revokeAllOf(transaction, holder);
    await this.forgetGrants(transaction, [grantId]);
    return undefined;
  }

  /**
   * The same for grants of several holders, in as many statements as for one. Where it has to be all tokens
   * of a holder, those are among them that requests under way still issue.
   */
  async revokeGrants(transaction: Transaction, ended: readonly GrantsOfHolder[]): Promise<void> {
    const until = lastAccessTokenExpiry();
    const issuedBefore = requestsUnderWayEnd();
    const few = ended.filter(({ grantIds }) => grantIds.length <= MOST_ONE_BY_ONE);
    const limits = few.map(({ holder, grantIds }) => ({ ...limitOf(holder), times: grantIds.length }));
    const within = await countSome(transaction.client, limits);
    const alone = ({ holder, grantIds }: GrantsOfHolder): readonly string[] =>
      grantIds.slice(0, within.get(limitOf(holder).key) ?? 0);
    const all = ended.filter((of) => alone(of).length < of.grantIds.length).map(({ holder }) => holder);
    await this.remember(
      transaction,
      ended.flatMap(alone).map((id) => endOfGrant(id, until)),
    );
    await this.rememberAllOf(transaction, all, issuedBefore, until);
    const messages = ended.flatMap((of) => [
      ...alone(of).map((grantId) => ({ grantId, issuedBefore: until, until })),
      ...(all.includes(of.holder) ? [{ ...of.holder, issuedBefore, until }] : []),
    ]);
    await this.outbox.addAll(transaction, tokensRevoked, messages);
  }

  /**
   * The same for grants whose time is over. They are not counted: nobody asked for it, and each took a
   * password, which bounds their number.
   */
  async forgetGrants(transaction: Transaction, grantIds: readonly string[]): Promise<void> {
    const until = lastAccessTokenExpiry();
    await this.remember(
      transaction,
      grantIds.map((id) => endOfGrant(id, until)),
    );
    await this.outbox.addAll(
      transaction,
      tokensRevoked,
      grantIds.map((grantId) => ({ grantId, issuedBefore: until, until })),
    );
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
    await this.remember(transaction, [{ kind: 'clientId', subject: clientId, issuedBefore, until }]);
    await this.outbox.add(transaction, tokensRevoked, { clientId, issuedBefore, until });
  }

  /** Nothing that this user was issued counts any more, nor what requests under way still issue. */
  async revokeUser(transaction: Transaction, userId: string): Promise<void> {
    const until = lastAccessTokenExpiry();
    const issuedBefore = requestsUnderWayEnd();
    await this.remember(transaction, [{ kind: 'userId', subject: userId, issuedBefore, until }]);
    await this.outbox.add(transaction, tokensRevoked, { userId, issuedBefore, until });
  }

  /** One access token does not count any more. Resolves as `revokeGrant`. */
  async revokeToken(transaction: Transaction, jti: string, holder: Holder): Promise<number | undefined> {
    if (await this.areTooMany(transaction, holder)) return this.revokeAllOf(transaction, holder);
    const until = lastAccessTokenExpiry();
    await this.remember(transaction, [{ kind: 'jti', subject: jti, issuedBefore: until, until }]);
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

  private async areTooMany({ client }: Transaction, holder: Holder): Promise<boolean> {
    return !(await countWithin(client, [limitOf(holder)]));
  }

  /** Resolves with the second from which tokens of the holder count. */
  private async revokeAllOf(transaction: Transaction, holder: Holder): Promise<number> {
    const until = lastAccessTokenExpiry();
    const issuedBefore = nextSecond();
    await this.rememberAllOf(transaction, [holder], issuedBefore, until);
    await this.outbox.add(transaction, tokensRevoked, { ...holder, issuedBefore, until });
    return issuedBefore;
  }

  /**
   * One row for all tokens that a subject has at a client. Clients renew those that were not revoked, and
   * what they get from `issuedBefore` on is good. Rows are locked in one order.
   */
  private async rememberAllOf(
    { client }: Transaction,
    holders: readonly Holder[],
    issuedBefore: number,
    until: number,
  ): Promise<void> {
    await client.query(
      `INSERT INTO revocations AS known (kind, subject, issued_before, until)
       SELECT 'subAtClient', subject, to_timestamp($2), to_timestamp($3)
       FROM unnest($1::text[]) AS subject ORDER BY subject COLLATE "C"
       ON CONFLICT (subject) WHERE kind = 'subAtClient' DO UPDATE
       SET transaction_id = pg_current_xact_id(), until = excluded.until,
         issued_before = greatest(known.issued_before, excluded.issued_before)`,
      [holders.map(subjectOf), issuedBefore, until],
    );
  }

  /**
   * A session or grant that has ended never issues again: `issuedBefore` is then `until`, however new a token
   * is.
   */
  private async remember({ client }: Transaction, rows: readonly RevocationRow[]): Promise<void> {
    await client.query(
      `INSERT INTO revocations (kind, subject, issued_before, until)
       SELECT kind, subject, to_timestamp(issued_before), to_timestamp(until)
       FROM unnest($1::text[], $2::text[], $3::float8[], $4::float8[]) AS r(kind, subject, issued_before, until)`,
      [
        rows.map(({ kind }) => kind),
        rows.map(({ subject }) => subject),
        rows.map(({ issuedBefore }) => issuedBefore),
        rows.map(({ until }) => until),
      ],
    );
  }
}

const subjectOf = ({ sub, clientId }: Holder): string => JSON.stringify([sub, clientId]);

const limitOf = (holder: Holder): Limit => ({
  key: `revocations:${subjectOf(holder)}`,
  most: MOST_ONE_BY_ONE,
  windowSeconds: HOUR_SECONDS,
});

const endOfGrant = (grantId: string, until: number): RevocationRow => ({
  kind: 'grantId',
  subject: grantId,
  issuedBefore: until,
  until,
});
