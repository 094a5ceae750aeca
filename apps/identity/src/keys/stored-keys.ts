import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../storage/database/database.js';
import { KeyEncryption } from './key-encryption.js';
import { neededAfter, PUBLISHED_AHEAD } from './key-times.js';
import { type KeyPurpose, keyPurposes, newKey } from './new-key.js';

/** Any number that this database's replicas share: only one of them changes the keys at a time. */
const KEYS_LOCK = 7_311_101;

/** A key of this moment, decrypted. */
export interface StoredKey {
  id: string;
  purpose: KeyPurpose;
  secret: string;
}

interface KeyRow extends StoredKey {
  /** Whether its time to sign has come. */
  signs: boolean;
}

/** The keys as the database has them, which all replicas go by. */
@Injectable()
export class StoredKeys {
  constructor(
    private readonly database: Database,
    private readonly encryption: KeyEncryption,
  ) {}

  /** Runs `work` while no other process changes keys. */
  exclusively<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    return this.database.transaction(async (transaction) => {
      await transaction.client.query('SELECT pg_advisory_xact_lock($1)', [KEYS_LOCK]);
      return work(transaction);
    });
  }

  /**
   * Every key that is published now; of each purpose first the one that signs: the newest whose time has
   * come. Makes what is missing at the very first start, and encrypts anew what an older KEY_ENCRYPTION_KEY
   * encrypted.
   */
  async read(): Promise<StoredKey[]> {
    const rows = await this.exclusively(async (transaction) => {
      await this.addMissing(transaction);
      return this.decrypted(transaction);
    });
    return rows.map(({ id, purpose, secret }) => ({ id, purpose, secret }));
  }

  /** Identifies what `read` would answer, without decrypting anything. */
  async fingerprint(): Promise<string> {
    const [row] = await this.database.rows<{ ids: string }>(
      `SELECT string_agg(id || (signs_from <= now()), ' ' ORDER BY id) AS ids FROM keys
       WHERE removed_from IS NULL OR removed_from > now()`,
    );
    return row?.ids ?? '';
  }

  /** Seconds until a key begins to sign or goes; undefined when nothing of the kind is planned. */
  async nextChange(): Promise<number | undefined> {
    // count is read: a timer is set by it; what is due then is asked anew
    const [row] = await this.database.rows<{ seconds: number | null }>(
      `SELECT extract(epoch FROM min(at) - now())::float AS seconds
       FROM (SELECT signs_from AS at FROM keys UNION ALL SELECT removed_from FROM keys) AS changes WHERE at > now()`,
    );
    return row?.seconds ?? undefined;
  }

  /** Seconds until the last of the keys that do not sign yet does; 0 when all of them do. */
  async notInUseFor({ client }: Transaction): Promise<number> {
    // count is read: in a transaction of `exclusively`, one at a time
    const { rows } = await client.query<{ seconds: number }>(
      `SELECT greatest(0, extract(epoch FROM max(signs_from) - now()))::float AS seconds FROM keys`,
    );
    return rows[0]?.seconds ?? 0;
  }

  /** Of which purposes the newest key is older than so many days. */
  async olderThan({ client }: Transaction, days: number): Promise<KeyPurpose[]> {
    // count is read: in a transaction of `exclusively`, one at a time
    const { rows } = await client.query<{ purpose: KeyPurpose }>(
      `SELECT purpose FROM keys GROUP BY purpose HAVING max(created_at) < now() - make_interval(days => $1) ORDER BY 1`,
      [days],
    );
    return rows.map(({ purpose }) => purpose);
  }

  /**
   * Adds a key that signs once everybody knows it; the ones before it stay until what they signed is dead.
   * `immediately` it signs now and they go now, with everything they signed: for a key that somebody else may
   * have. Returns its id.
   */
  async succeed({ client }: Transaction, purpose: KeyPurpose, { immediately = false } = {}): Promise<string> {
    const { id, secret } = await newKey(purpose);
    const ahead = immediately ? 0 : PUBLISHED_AHEAD;
    const kept = immediately ? 0 : ahead + neededAfter[purpose];
    await client.query(
      `UPDATE keys SET removed_from = least(removed_from, now() + make_interval(secs => $2)) WHERE purpose = $1`,
      [purpose, kept],
    );
    await client.query(
      `INSERT INTO keys (id, purpose, secret, created_at, signs_from)
       VALUES ($1, $2, $3, now(), now() + make_interval(secs => $4))`,
      [id, purpose, this.encryption.encrypt(id, secret), ahead],
    );
    return id;
  }

  /** Ids of the keys of access tokens that are published now. */
  async publishedForAccessTokens({ client }: Transaction): Promise<string[]> {
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM keys WHERE purpose = 'access-token' AND (removed_from IS NULL OR removed_from > now()) ORDER BY id`,
    );
    return rows.map(({ id }) => id);
  }

  /** Removes what is no longer published. */
  async purge({ client }: Transaction): Promise<void> {
    await client.query('DELETE FROM keys WHERE removed_from <= now()');
  }

  private async addMissing(transaction: Transaction): Promise<void> {
    const { rows } = await transaction.client.query<{ purpose: KeyPurpose }>(
      'SELECT DISTINCT purpose FROM keys WHERE removed_from IS NULL',
    );
    const present = new Set(rows.map(({ purpose }) => purpose));
    for (const purpose of keyPurposes.filter((one) => !present.has(one)))
      await this.succeed(transaction, purpose, { immediately: true });
  }

  private async decrypted({ client }: Transaction): Promise<KeyRow[]> {
    const { rows } = await client.query<KeyRow>(
      `SELECT id, purpose, secret, signs_from <= now() AS signs FROM keys
       WHERE removed_from IS NULL OR removed_from > now()
       ORDER BY signs_from <= now() DESC, signs_from DESC, id`,
    );
    for (const row of rows) {
      const { secret, isCurrent } = this.encryption.decrypt(row.id, row.secret);
      row.secret = secret;
      if (isCurrent) continue;
      await client.query('UPDATE keys SET secret = $2 WHERE id = $1', [
        row.id,
        this.encryption.encrypt(row.id, secret),
      ]);
    }
    return rows;
  }
}
