import { createHmac } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { decryptBytes, encryptBytes, SETTINGS } from '@safety/platform';
import { derivedKey } from '../derived-key.js';
import type { CompanyTransaction } from '../transaction/company-transactions.js';
import { execute } from '../transaction/execute.js';

/** The first answer of a request with an `Idempotency-Key`. */
export interface StoredAnswer {
  fingerprint: Buffer;
  status: number;
  headers: Record<string, unknown>;
  /** The JSON of the body; null: none. */
  body: string | null;
}

/** An answer that was stored under another `CURSOR_SECRET`, of which the status alone can be read. */
export interface LostAnswer {
  status: number;
  isLost: true;
}

/**
 * Answers in `idempotency_keys`. Their bodies are encrypted: an answer may hold what the service keeps
 * encrypted elsewhere. A body opens with its own key of the request alone.
 */
@Injectable()
export class StoredAnswers {
  private readonly key: Buffer;
  private readonly fingerprintKey: Buffer;

  constructor(@Inject(SETTINGS) { CURSOR_SECRET }: { CURSOR_SECRET: string }) {
    this.key = derivedKey(CURSOR_SECRET, 'stored answers');
    this.fingerprintKey = derivedKey(CURSOR_SECRET, 'fingerprints of requests');
  }

  /** Tells two requests apart. Without the key a body of few possible values would follow from its digest. */
  fingerprintOf(...parts: unknown[]): Buffer {
    return createHmac('sha256', this.fingerprintKey).update(JSON.stringify(parts)).digest();
  }

  async find(
    { client, companyId }: CompanyTransaction,
    digest: Buffer,
  ): Promise<StoredAnswer | LostAnswer | undefined> {
    const text = `SELECT fingerprint, status, headers, body FROM idempotency_keys
      WHERE company_id = $1 AND digest = $2 AND created_at >= now() - interval '24 hours'`;
    const { rows } = await execute<StoredAnswer & { body: string }>(client, text, [companyId, digest]);
    const [stored] = rows;
    if (!stored) return undefined;
    const body = this.decrypt(digest, stored.body);
    return body === UNREADABLE ? { status: stored.status, isLost: true } : { ...stored, body };
  }

  async add(
    { client, companyId }: CompanyTransaction,
    digest: Buffer,
    { fingerprint, status, headers, body }: StoredAnswer,
  ): Promise<void> {
    const text = `INSERT INTO idempotency_keys (company_id, digest, fingerprint, status, headers, body)
      VALUES ($1, $2, $3, $4, $5, $6)
      ON CONFLICT (company_id, digest) DO UPDATE SET fingerprint = excluded.fingerprint, status = excluded.status,
        headers = excluded.headers, body = excluded.body, created_at = excluded.created_at`;
    const encrypted = this.encrypt(digest, body);
    await execute(client, text, [companyId, digest, fingerprint, status, JSON.stringify(headers), encrypted]);
  }

  /**
   * An answer without a body is encrypted too: so it is known later whether its fingerprint can be compared.
   */
  private encrypt(digest: Buffer, body: string | null): string {
    const bytes = Buffer.from(body ?? '');
    return `${ENCRYPTED_PREFIX}${encryptBytes(this.key, bytes, digest.toString('hex')).toString('base64url')}`;
  }

  private decrypt(digest: Buffer, stored: string): string | null | typeof UNREADABLE {
    const encrypted = Buffer.from(stored.slice(ENCRYPTED_PREFIX.length), 'base64url');
    try {
      return decryptBytes(this.key, encrypted, digest.toString('hex')).toString() || null;
    } catch {
      return UNREADABLE;
    }
  }
}

const UNREADABLE = Symbol('unreadable');

/** No JSON begins like this. */
const ENCRYPTED_PREFIX = 'sealed:';
