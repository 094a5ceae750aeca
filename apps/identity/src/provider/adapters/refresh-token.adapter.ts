import { type AdapterPayload, errors } from 'oidc-provider';
import { lifetimes } from '../../lifetimes.js';
import { type Account, accountAsJson } from '../../people/users/accounts.js';
import type { Database } from '../../storage/database/database.js';
import { removeLivingSql, removeSpentSql, SPENT_KEPT } from '../../storage/database/kept-refresh-tokens.js';
import { isLiving } from '../../storage/database/living-grants.js';
import { digestOf } from '../../storage/encryption/digest-of.js';
import { decryptWithSecret, encryptWithSecret } from '../../storage/encryption/encrypt-with-secret.js';
import { readAhead } from '../hooks/read-ahead.js';
import { ModelAdapter, withId, withoutId } from './model-adapter.js';

interface RefreshTokenRow {
  payload: AdapterPayload;
  consumed: boolean;
  repeatable: boolean;
  /** Null once it has ended. */
  grant: AdapterPayload | null;
  /** Whether its session has ended, and it goes on. */
  outlivesSession: boolean;
  /** Null when the user may not sign in. */
  account: Account | null;
}

/** SQL: whether there is the successor of a token, in a state. */
const successorIs = (state: string): string =>
  `EXISTS (SELECT FROM refresh_tokens next WHERE next.id_sha256 = token.successor_sha256 AND ${state})`;

/**
 * SQL: just now exchanged, by a client that has not used what it got: it may ask again for the same. A
 * successor that made room for newer tokens was not used either: one that was used goes after this one.
 */
const REPEATABLE = `consumed_at > now() - make_interval(secs => ${lifetimes.refreshGrace})
  AND NOT ${successorIs('next.consumed_at IS NOT NULL')}`;

/**
 * Refresh tokens: each is exchanged once, and a second use ends the whole family (RFC 9700 section 4.14.2).
 */
export class RefreshTokenAdapter extends ModelAdapter {
  constructor(private readonly database: Database) {
    super();
  }

  /**
   * Of a sign-in; `rotate` saves those of renewals. The grant is locked first, by a statement of its own: the
   * second one sees the tokens of all who came before.
   */
  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const { grantId } = payload;
    const [, saved] = await this.database.together(
      { text: 'SELECT FROM grants WHERE id = $1 FOR NO KEY UPDATE', values: [grantId] },
      {
        text: `WITH spent AS (${removeSpentSql('$2')}), living AS (${removeLivingSql('$2')})
         INSERT INTO refresh_tokens (id_sha256, grant_id, payload, expires_at)
         SELECT $1, id, $3, now() + make_interval(secs => $4) FROM grants WHERE id = $2 RETURNING 1`,
        values: [digestOf(id), grantId, JSON.stringify(withoutId(payload)), expiresIn],
      },
    );
    if (saved.length === 0) throw new errors.InvalidGrant('the grant was deleted with its client meanwhile');
  }

  /**
   * Reads the grant and the user as well, which every renewal asks for next. A token that may be asked for
   * again is marked `repeatable`: the token endpoint answers it with the same successor.
   */
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.database.rows<RefreshTokenRow>(
      `SELECT token.payload, consumed_at IS NOT NULL AS consumed, ${REPEATABLE} AS repeatable,
              CASE WHEN ${isLiving} AND grants.expires_at > now() THEN grants.payload END AS grant, sid IS NULL AS "outlivesSession",
              CASE WHEN NOT disabled THEN ${accountAsJson} END AS account
       FROM refresh_tokens token JOIN grants ON grants.id = grant_id LEFT JOIN users ON users.id = user_id
       WHERE id_sha256 = $1`,
      [digestOf(id)],
    );
    if (!row) return undefined;
    const { payload, consumed, repeatable, grant, account, outlivesSession } = row;
    readAhead({ grant: grant ?? undefined, account: account ?? undefined });
    const { sid: _, sessionUid: __, ...sessionless } = payload;
    const shown = outlivesSession ? sessionless : payload;
    return { ...withId(shown, id), ...(consumed && { consumed }), ...(repeatable && { repeatable }) };
  }

  /**
   * Exchanges a token for its successor in one statement: of all who try, one inserts, and the others get
   * what it inserted. Resolves with the successor; nothing when the token was exchanged too long ago, or its
   * grant has ended since it was read. Throws when it, or its successor, has made room for newer ones since:
   * nobody misused it.
   */
  async rotate(
    id: string,
    successor: string,
    payload: AdapterPayload,
    expiresIn: number,
  ): Promise<string | undefined> {
    const inserted = await this.database.change(
      `WITH consumed AS (
         UPDATE refresh_tokens SET consumed_at = now(), successor_sha256 = $2, sealed_successor = $3
         WHERE id_sha256 = $1 AND consumed_at IS NULL
           AND EXISTS (SELECT FROM grants WHERE grants.id = grant_id AND ${isLiving} FOR KEY SHARE)
         RETURNING grant_id)
       INSERT INTO refresh_tokens (id_sha256, grant_id, payload, expires_at)
       SELECT $2, grant_id, $4, now() + make_interval(secs => $5) FROM consumed`,
      [
        digestOf(id),
        digestOf(successor),
        encryptWithSecret(id, successor),
        JSON.stringify(withoutId(payload)),
        expiresIn,
      ],
    );
    if (inserted !== 1) return this.repeated(id);
    if (Number(payload['rotations']) % SPENT_KEPT === 0)
      await this.database.change(removeSpentSql('$1'), [payload.grantId]);
    return successor;
  }

  private async repeated(id: string): Promise<string | undefined> {
    const [row] = await this.database.rows<{ encrypted: Buffer | null; hasSuccessor: boolean }>(
      `SELECT CASE WHEN ${REPEATABLE} THEN sealed_successor END AS encrypted,
              ${successorIs('true')} AS "hasSuccessor"
       FROM refresh_tokens token WHERE id_sha256 = $1`,
      [digestOf(id)],
    );
    if (!row || (row.encrypted && !row.hasSuccessor))
      throw new errors.InvalidGrant('refresh token not found');
    return row.encrypted ? decryptWithSecret(id, row.encrypted) : undefined;
  }

  /**
   * Its grant ends with it, and the row stays until it expires: it tells a second use from an unknown token.
   */
  override destroy(): Promise<void> {
    return Promise.resolve();
  }
}
