import { type AdapterPayload, errors } from 'oidc-provider';
import type { Database } from '../../database/database.js';
import type { Grants } from '../../sessions/grants.js';
import { digestOf, ModelAdapter, withId, withoutId } from './model-adapter.js';

interface RefreshTokenRow {
  payload: AdapterPayload;
  consumed: boolean;
}

/** Refresh tokens: each is used once, and a second use ends the whole family (RFC 9700 section 4.14.2). */
export class RefreshTokenAdapter extends ModelAdapter {
  constructor(
    private readonly database: Database,
    private readonly grants: Grants,
  ) {
    super();
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    await this.database.change(
      `INSERT INTO refresh_tokens (id_sha256, grant_id, payload, expires_at)
       VALUES ($1, $2, $3, now() + make_interval(secs => $4))`,
      [digestOf(id), payload.grantId, JSON.stringify(withoutId(payload)), expiresIn],
    );
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.database.rows<RefreshTokenRow>(
      'SELECT payload, consumed_at IS NOT NULL AS consumed FROM refresh_tokens WHERE id_sha256 = $1',
      [digestOf(id)],
    );
    return row && { ...withId(row.payload, id), ...(row.consumed && { consumed: true }) };
  }

  override async consume(id: string): Promise<void> {
    const consumed = await this.database.rows(
      'UPDATE refresh_tokens SET consumed_at = now() WHERE id_sha256 = $1 AND consumed_at IS NULL RETURNING 1',
      [digestOf(id)],
    );
    if (consumed.length === 1) return;
    const token = await this.find(id);
    if (token?.grantId) await this.grants.revoke(token.grantId);
    throw new errors.InvalidGrant('refresh token already used');
  }

  /** Its grant ends with it, and the row stays until it expires: it tells a second use from an unknown token. */
  override destroy(): Promise<void> {
    return Promise.resolve();
  }
}
