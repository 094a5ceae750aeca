import Provider, { type AdapterPayload, errors } from 'oidc-provider';
import { lifetimeBounds } from '../../lifetimes.js';
import { type Account, accountAsJson } from '../../people/users/accounts.js';
import type { Grants } from '../../sessions/grants.js';
import { latestEndOfGrant } from '../../sessions/session-limits.js';
import type { Database } from '../../storage/database/database.js';
import { isLiving } from '../../storage/database/living-grants.js';
import { grantReadAhead, readAhead } from '../hooks/read-ahead.js';
import { ourMetadata } from '../policy/client-metadata.js';
import { ModelAdapter } from './model-adapter.js';

const LIVING_SESSION =
  '(SELECT 1 FROM sessions WHERE sid = $4 AND user_id = $2::uuid AND ended_at IS NULL AND expires_at > now() FOR SHARE)';

/**
 * SQL: the client while it is enabled and may ask for the scopes of the grant. A password takes its time to
 * be checked: what ended the grants of the client since it has proven itself ends this request.
 */
const ALLOWED_CLIENT = `(SELECT grant_epoch FROM clients WHERE id = $3 AND disabled_at IS NULL
  AND string_to_array($7, ' ') <@ scopes AND ($4::text IS NOT NULL OR grant_epoch = $8) FOR SHARE)`;

/** SQL: a grant of the password flow ends as early as a session would, where a company demands it. */
const EXPIRY = `CASE WHEN $4::text IS NULL
  THEN least(now() + make_interval(secs => $6), ${latestEndOfGrant('$2::uuid', '$5::json')})
  ELSE now() + make_interval(secs => $6) END`;

interface GrantRow {
  payload: AdapterPayload;
  sid: string | null;
  /** Null when the user may not sign in. */
  account: Account | null;
}

/** The access token of a renewal outlives its grant, and is good there as everywhere. */
const isUserinfo = (): boolean => Provider.ctx?.oidc?.route === 'userinfo';

const isCodeExchange = (): boolean => Provider.ctx?.oidc?.params?.['grant_type'] === 'authorization_code';

/** Grants, which every code and token names and without which none of them counts. */
export class GrantAdapter extends ModelAdapter {
  constructor(
    private readonly database: Database,
    private readonly grants: Grants,
  ) {
    super();
  }

  /**
   * Saves under locks on the session, which must be alive, and on the client, which must be allowed all of
   * it: whoever ends the one or restricts the other meanwhile waits, and then finds this grant. Throws
   * `LoginRequired` otherwise, and when the grant itself has ended; `InvalidGrant` without a session.
   */
  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const { accountId, clientId, sid = null, openid } = payload;
    const { scope } = openid as { scope: string };
    const client = Provider.ctx?.oidc?.client;
    const epoch = client ? ourMetadata(client).grantEpoch : null;
    const saved = await this.database.change(
      `INSERT INTO grants (id, user_id, client_id, sid, payload, expires_at, epoch)
       SELECT $1, $2::uuid, $3, $4, $5::json, ${EXPIRY}, grant_epoch
       FROM ${sid === null ? '(SELECT WHERE $4::text IS NULL)' : LIVING_SESSION} AS living, ${ALLOWED_CLIENT} AS allowed
       ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at
       WHERE grants.revoked_at IS NULL AND grants.epoch = excluded.epoch
         AND grants.user_id = excluded.user_id AND grants.client_id = excluded.client_id`,
      [id, accountId, clientId, sid, JSON.stringify(payload), expiresIn, scope, epoch],
    );
    if (saved > 0) return;
    throw sid === null
      ? new errors.InvalidGrant('the client was restricted meanwhile')
      : new errors.LoginRequired('the session has ended, or the client was restricted');
  }

  /** Reads the user as well, whom the exchange of a code asks for next. */
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const known = grantReadAhead(id);
    if (known) return known;
    const [row] = await this.database.rows<GrantRow>(
      `SELECT payload, sid, CASE WHEN NOT disabled THEN ${accountAsJson} END AS account
       FROM grants LEFT JOIN users ON users.id = user_id
       WHERE grants.id = $1 AND ${isLiving} AND expires_at > now() - make_interval(secs => $2)`,
      [id, isUserinfo() ? lifetimeBounds.accessToken.max : 0],
    );
    // The library looks at the time as well.
    if (row && isUserinfo()) delete row.payload.exp;
    if (row?.account && isCodeExchange()) readAhead({ account: row.account });
    // A grant that outlives its session is for renewals alone: the code of an ended session is invalid.
    const outlives = row && row.sid === null && row.payload['sid'] !== undefined;
    return outlives && isCodeExchange() ? undefined : row?.payload;
  }

  override destroy(id: string): Promise<void> {
    const asked = Provider.ctx?.oidc?.route === 'revocation';
    return this.grants.revoke(
      id,
      asked ? 'revoked by the client' : 'a used code or refresh token came again',
    );
  }
}
