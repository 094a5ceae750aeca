import Provider, { type AdapterPayload } from 'oidc-provider';
import type { Database } from '../../database/database.js';
import { clientAddress } from '../../throttling/client-address.js';
import { digestOf, ModelAdapter, withId, withoutId } from './model-adapter.js';

const MAX_USER_AGENT = 500;
const ALIVE = 'ended_at IS NULL AND expires_at > now()';

/**
 * Sessions, in PostgreSQL alone: a copy elsewhere could outlive the sign-out. The row is the session (`sid`); the cookie
 * that names it changes with every sign-in.
 */
export class SessionAdapter extends ModelAdapter {
  constructor(private readonly database: Database) {
    super();
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    await this.database.change(
      `INSERT INTO sessions AS known (sid, id_sha256, user_id, payload, expires_at, user_agent, address)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5), $6, $7)
       ON CONFLICT (sid) DO UPDATE
       SET id_sha256 = excluded.id_sha256, user_id = excluded.user_id, payload = excluded.payload, expires_at = excluded.expires_at,
           last_seen_at = now(), user_agent = COALESCE(excluded.user_agent, known.user_agent),
           address = COALESCE(excluded.address, known.address)
       WHERE known.ended_at IS NULL`,
      [
        payload.uid,
        digestOf(id),
        payload.accountId ?? null,
        JSON.stringify(withoutId(payload)),
        expiresIn,
        ...visitor(),
      ],
    );
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.database.rows<{ payload: AdapterPayload }>(
      `SELECT payload FROM sessions WHERE id_sha256 = $1 AND ${ALIVE}`,
      [digestOf(id)],
    );
    return row && withId(row.payload, id);
  }

  override async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.database.rows<{ payload: AdapterPayload }>(
      `SELECT payload FROM sessions WHERE sid = $1 AND ${ALIVE}`,
      [uid],
    );
    return row?.payload;
  }

  /** Called for the old cookie when a session gets a new one, which the row's update does by itself, and after its end. */
  override destroy(): Promise<void> {
    return Promise.resolve();
  }
}

/** With what and from where the browser asks, so that its user can recognise it. */
function visitor(): [userAgent: string | null, address: string | null] {
  const request = Provider.ctx?.req;
  if (!request) return [null, null];
  const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null;
  return [userAgent, clientAddress(request)];
}
