import type { AdapterPayload } from 'oidc-provider';
import type { Database } from '../../database/database.js';
import type { Grants } from '../../sessions/grants.js';
import { ModelAdapter } from './model-adapter.js';

/** Grants, which every code and token names and without which none of them counts. */
export class GrantAdapter extends ModelAdapter {
  constructor(
    private readonly database: Database,
    private readonly grants: Grants,
  ) {
    super();
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    await this.database.change(
      `INSERT INTO grants (id, user_id, client_id, payload, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))
       ON CONFLICT (id) DO UPDATE SET payload = excluded.payload, expires_at = excluded.expires_at
       WHERE grants.revoked_at IS NULL`,
      [id, payload.accountId, payload.clientId, JSON.stringify(payload), expiresIn],
    );
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.database.rows<{ payload: AdapterPayload }>(
      'SELECT payload FROM grants WHERE id = $1 AND revoked_at IS NULL',
      [id],
    );
    return row?.payload;
  }

  override destroy(id: string): Promise<void> {
    return this.grants.revoke(id);
  }
}
