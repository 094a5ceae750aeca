import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { StatementClient } from '@safety/persistence';
import { lifetimes } from '../lifetimes.js';
import { Database } from '../storage/database/database.js';
import { digestOf } from '../storage/encryption/digest-of.js';
import { decryptWithSecret, encryptWithSecret } from '../storage/encryption/encrypt-with-secret.js';
import { csrfToken } from './visit/session-proofs.js';

/** The tokens of a session, for the APIs that the console calls. */
export interface ConsoleTokens {
  accessToken: string;
  refreshToken: string;
  /** When the access token expires, in seconds since the epoch. */
  expiresAt: number;
}

/** A session of the console in one browser. */
export interface ConsoleSession {
  /** The value of the cookie. */
  id: string;
  userId: string;
  /** The session at the provider that it is a part of, and ends with. */
  sid: string;
  /** For signing out. */
  idToken: string;
  /** When the user last proved who they are. */
  authenticatedAt: Date;
  /** It tells the forms of this session from forged ones. */
  formToken: string;
  /** The language chosen on a page, as a BCP 47 tag; null: as the user, else the browser, prefers. */
  uiLocale: string | null;
}

type Stored = Omit<ConsoleSession, 'id' | 'formToken'>;
type NewSession = Stored & { tokens: ConsoleTokens };

const ID_BYTES = 32;

interface Sealed extends ConsoleTokens {
  /** That of the session before, whose open forms stay good. */
  formToken?: string | undefined;
}

/** Only the cookie opens them: the table alone is no access to anything. */
const encrypted = (id: string, sealed: Sealed): Buffer => encryptWithSecret(id, JSON.stringify(sealed));

const opened = (id: string, sealed: Buffer | null | undefined): Sealed | undefined =>
  sealed ? (JSON.parse(decryptWithSecret(id, sealed)) as Sealed) : undefined;

/** SQL of the provider's session with this `sid`, of this user, unless it has ended. */
const living = (sid: string, userId: string): string =>
  `SELECT FROM sessions WHERE sessions.sid = ${sid} AND sessions.user_id = ${userId} AND ended_at IS NULL AND sessions.expires_at > now()`;

/** Of all sessions of a user, who prefers another language from now on. */
export const forgetChosenLocales = (client: StatementClient, userId: string): Promise<unknown> =>
  client.query('UPDATE console_sessions SET ui_locale = NULL WHERE user_id = $1', [userId]);

/**
 * The console's own sessions, each known by the digest of its cookie and alive while the provider's session
 * is.
 */
@Injectable()
export class ConsoleSessions {
  constructor(private readonly database: Database) {}

  /**
   * Resolves to the id; nothing when the session at the provider has ended already. The id is always a new
   * one, so that the cookie of the session `before` opens nothing of this one. Its form token stays where it
   * lives and the user and the provider's session are the same: forms in other tabs can still be sent. The
   * token is no access without the new cookie, and only pages of this user had it.
   */
  async create(session: NewSession, before: string | undefined): Promise<string | undefined> {
    const { userId, sid, idToken, authenticatedAt, uiLocale, tokens } = session;
    const known = before === undefined ? undefined : await this.find(before);
    const kept = known?.userId === userId && known.sid === sid;
    const id = randomBytes(ID_BYTES).toString('base64url');
    const created = await this.database.change(
      `INSERT INTO console_sessions (id_sha256, user_id, sid, id_token, authenticated_at, ui_locale, expires_at, tokens)
       SELECT $1, $2::uuid, $3, $4, $5, $6, now() + make_interval(secs => $7), $8 WHERE EXISTS (${living('$3', '$2::uuid')})`,
      [
        digestOf(id),
        userId,
        sid,
        idToken,
        authenticatedAt,
        uiLocale,
        lifetimes.consoleSession,
        encrypted(id, { ...tokens, formToken: kept ? known.formToken : undefined }),
      ],
    );
    return created === 1 ? id : undefined;
  }

  async find(id: string): Promise<ConsoleSession | undefined> {
    const [found] = await this.database.rows<Stored & { tokens: Buffer | null }>(
      `SELECT user_id AS "userId", sid, id_token AS "idToken", authenticated_at AS "authenticatedAt", ui_locale AS "uiLocale", tokens
       FROM console_sessions WHERE id_sha256 = $1 AND expires_at > now()
         AND EXISTS (${living('console_sessions.sid', 'console_sessions.user_id')})`,
      [digestOf(id)],
    );
    if (!found) return undefined;
    const { tokens, ...stored } = found;
    return { ...stored, id, formToken: opened(id, tokens)?.formToken ?? csrfToken(id) };
  }

  /** Notes in the provider's session that the user is still there, at most once a minute. */
  async noteVisit({ sid }: Pick<ConsoleSession, 'sid'>): Promise<void> {
    await this.database.change(
      `UPDATE sessions SET last_seen_at = now() WHERE sid = $1 AND last_seen_at < now() - interval '1 minute'`,
      [sid],
    );
  }

  /** The tokens of the session; nothing for one that was begun before the console had any. */
  async tokensOf(id: string): Promise<ConsoleTokens | undefined> {
    return this.sealedOf(id);
  }

  private async sealedOf(id: string): Promise<Sealed | undefined> {
    const [found] = await this.database.rows<{ tokens: Buffer | null }>(
      'SELECT tokens FROM console_sessions WHERE id_sha256 = $1',
      [digestOf(id)],
    );
    return opened(id, found?.tokens);
  }

  async keepTokens(id: string, tokens: ConsoleTokens): Promise<void> {
    // It never changes in a session.
    const formToken = (await this.sealedOf(id))?.formToken;
    await this.database.change('UPDATE console_sessions SET tokens = $2 WHERE id_sha256 = $1', [
      digestOf(id),
      encrypted(id, { ...tokens, formToken }),
    ]);
  }

  async rememberLocale(id: string, uiLocale: string): Promise<void> {
    await this.database.change('UPDATE console_sessions SET ui_locale = $2 WHERE id_sha256 = $1', [
      digestOf(id),
      uiLocale,
    ]);
  }

  async end(id: string): Promise<void> {
    await this.database.change('DELETE FROM console_sessions WHERE id_sha256 = $1', [digestOf(id)]);
  }
}
