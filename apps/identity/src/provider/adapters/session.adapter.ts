import { isDeepStrictEqual } from 'node:util';
import Provider, { type AdapterPayload } from 'oidc-provider';
import { latestEnd } from '../../sessions/session-limits.js';
import type { Database } from '../../storage/database/database.js';
import { digestOf } from '../../storage/encryption/digest-of.js';
import { clientAddress } from '../../throttling/client-address.js';
import { expectedEpoch, noteEpochHeld } from '../sessions/epoch-of-request.js';
import { mergeAuthorizations, mergeSessions } from '../sessions/session-merge.js';
import {
  isCookieUnknown,
  type KnownSession,
  knownSession,
  noteUnknownCookie,
  refuseSession,
  rememberSession,
} from '../sessions/session-of-request.js';
import { ModelAdapter, withId, withoutId } from './model-adapter.js';

const MAX_USER_AGENT = 500;
/** Short beside every lifetime of a session. */
const JUST_NOW_MS = 2_000;
/** SQL: after so many seconds, or earlier where a company of the user demands it. */
const EXPIRY = `least(now() + make_interval(secs => $5), ${latestEnd('$3::uuid', '$4::json')})`;

/**
 * SQL: one row while the user is in the epoch, else none. A transaction that begins another epoch meanwhile
 * is waited for, as in `Accounts.findInEpoch`, and the user is locked before the session.
 */
const userIn = (epoch: string): string =>
  `(SELECT FROM users WHERE id = $3::uuid AND sign_in_epoch = ${epoch} AND NOT disabled FOR SHARE) AS proven`;

const ALIVE = 'ended_at IS NULL AND expires_at > now()';

/** The session data that a request wants to store. */
interface Write {
  sid: string;
  idDigest: Buffer;
  userId: string | null;
  payload: AdapterPayload;
  expiresIn: number;
}

interface Found {
  sid: string;
  version: number;
  payload: AdapterPayload;
  /** An ended session stays until it would have expired. */
  alive: boolean;
}

interface StoredSession {
  idDigest: Buffer;
  userId: string | null;
  payload: AdapterPayload;
}

/**
 * Sessions, in PostgreSQL alone: a copy elsewhere could outlive the sign-out. The row is the session (`sid`);
 * the cookie that names it changes with every sign-in.
 *
 * The library reads a session when a request begins and stores all of it when the request ends, minutes later
 * if the sender wants it so. A write therefore counts for what the request has changed, not for what it has
 * read: it never takes the user off a session or puts another one on it, and replaces no cookie but the one
 * that it came with.
 */
export class SessionAdapter extends ModelAdapter {
  constructor(private readonly database: Database) {
    super();
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const write = {
      sid: String(payload.uid),
      idDigest: digestOf(id),
      userId: payload.accountId ?? null,
      payload: JSON.parse(JSON.stringify(withoutId(payload))) as AdapterPayload,
      expiresIn,
    };
    const isNobodys = !payload.accountId;
    // Anybody asks to sign out, and would fill the table: the answer to that needs nothing that is kept.
    if (isNobodys && isSignOut()) return refuseSession('unneeded');
    // The cookie of an empty one would take the place of one that another answer has brought since.
    if (isNobodys && isCookieUnknown() && !payload.state) return refuseSession();
    const known = knownSession(write.sid);
    if (known && wasJustSaved(write, known)) return;
    const epoch = expectedEpoch();
    const version = known ? await this.update(write, known, epoch) : await this.insert(write, epoch);
    if (version === undefined) return this.merge(write, known);
    rememberSession({ ...write, version, savedAt: Date.now() });
    noteEpochHeld();
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const idDigest = digestOf(id);
    const [row] = await this.database.rows<Found>(
      `SELECT sid, version, payload, ${ALIVE} AS alive FROM sessions WHERE id_sha256 = $1`,
      [idDigest],
    );
    if (!row) noteUnknownCookie();
    if (!row?.alive) return undefined;
    rememberSession({ ...row, idDigest });
    return withId(row.payload, id);
  }

  override async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const [row] = await this.database.rows<{ payload: AdapterPayload }>(
      `SELECT payload FROM sessions WHERE sid = $1 AND ${ALIVE}`,
      [uid],
    );
    return row?.payload;
  }

  /**
   * Called for the old cookie when a session gets a new one, which the row's update does by itself, and after
   * its end.
   */
  override destroy(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Resolves with the version of a new row; nothing when there is one already, or the user is not in the
   * epoch that is given.
   */
  private async insert(
    { sid, idDigest, userId, payload, expiresIn }: Write,
    epoch: number | undefined,
  ): Promise<number | undefined> {
    const proven = epoch === undefined ? '' : `FROM ${userIn('$8')}`;
    const [row] = await this.database.rows<{ version: number }>(
      `INSERT INTO sessions (sid, id_sha256, user_id, payload, expires_at, user_agent, address)
       SELECT $1, $2, $3::uuid, $4::json, ${EXPIRY}, $6, $7 ${proven}
       ON CONFLICT (sid) DO NOTHING RETURNING version`,
      [sid, idDigest, userId, JSON.stringify(payload), expiresIn, ...visitor(), ...given(epoch)],
    );
    return row?.version;
  }

  /**
   * Resolves with the next version of the row; nothing when it is not the one that the request knows, or the
   * user is not in the epoch that is given.
   */
  private async update(
    { sid, idDigest, userId, payload, expiresIn }: Write,
    known: KnownSession,
    epoch: number | undefined,
  ): Promise<number | undefined> {
    if (known.version === undefined) return undefined;
    const proven = epoch === undefined ? '' : `FROM ${userIn('$10')}`;
    const [row] = await this.database.rows<{ version: number }>(
      `UPDATE sessions SET id_sha256 = $2, user_id = $3, payload = $4, expires_at = ${EXPIRY},
         last_seen_at = now(), user_agent = COALESCE($6, user_agent), address = COALESCE($7, address), version = version + 1
       ${proven}
       WHERE sid = $1 AND version = $8 AND id_sha256 = $9 AND (user_id IS NULL OR user_id = $3) AND ended_at IS NULL
       RETURNING version`,
      [
        sid,
        idDigest,
        userId,
        JSON.stringify(payload),
        expiresIn,
        ...visitor(),
        known.version,
        known.idDigest,
        ...given(epoch),
      ],
    );
    return row?.version;
  }

  /** Another request was faster: what this one has changed is added, as far as it may. */
  private merge(write: Write, known: KnownSession | undefined): Promise<void> {
    return this.database.transaction(async ({ client }) => {
      const { rows } = await client.query<StoredSession>(
        `SELECT id_sha256 AS "idDigest", user_id AS "userId", payload FROM sessions
         WHERE sid = $1 AND ${ALIVE} FOR UPDATE`,
        [write.sid],
      );
      const stored = rows[0];
      const ownCookie = known !== undefined && stored?.idDigest.equals(known.idDigest);
      const ownUser = stored?.userId === write.userId || (ownCookie && stored?.userId === null);
      if (!known || !stored || !ownUser || (!ownCookie && write.userId === null)) return refuseSession();
      const payload = ownCookie
        ? mergeSessions(stored.payload, known.payload, write.payload)
        : {
            ...stored.payload,
            authorizations: mergeAuthorizations(stored.payload, known.payload, write.payload),
          };
      await client.query(
        `UPDATE sessions SET id_sha256 = $2, user_id = $3, payload = $4, last_seen_at = now(), version = version + 1,
           expires_at = least(greatest(expires_at, ${EXPIRY}), ${latestEnd('$3::uuid', '$4::json')})
         WHERE sid = $1`,
        [
          write.sid,
          ownCookie ? write.idDigest : stored.idDigest,
          write.userId,
          JSON.stringify(payload),
          write.expiresIn,
        ],
      );
      // Compared with what is in memory here: the changes of the others are none of this request's.
      const idDigest = ownCookie ? write.idDigest : known.idDigest;
      const { sid, payload: mine } = write;
      rememberSession(
        { sid, idDigest, version: undefined, payload: mine },
        ownCookie ? 'current' : 'overtaken',
      );
    });
  }
}

const given = (epoch: number | undefined): number[] => (epoch === undefined ? [] : [epoch]);

/** Whether the request itself has saved the same just now: the end of a sign-in saves its session twice. */
function wasJustSaved(write: Write, { version, savedAt, idDigest, payload }: KnownSession): boolean {
  if (version === undefined || savedAt === undefined || Date.now() - savedAt > JUST_NOW_MS) return false;
  const { iat: _, exp: __, ...saved } = payload;
  const { iat: ___, exp: ____, ...now } = write.payload;
  return idDigest.equals(write.idDigest) && isDeepStrictEqual(saved, now);
}

const isSignOut = (): boolean => Provider.ctx?.oidc?.route === 'end_session';

/** With what and from where the browser asks, so that its user can recognise it. */
function visitor(): [userAgent: string | null, address: string | null] {
  const request = Provider.ctx?.req;
  if (!request) return [null, null];
  const userAgent = request.headers['user-agent']?.slice(0, MAX_USER_AGENT) ?? null;
  return [userAgent, clientAddress(request)];
}
