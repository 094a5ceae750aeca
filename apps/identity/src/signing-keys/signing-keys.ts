import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Readiness } from '@safety/platform';
import type { JSONWebKeySet, JWK } from 'jose';
import { Database, type Transaction } from '../database/database.js';
import { KeyEncryption } from './key-encryption.js';
import { type KeyPurpose, keyPurposes, newKey } from './new-key.js';

/** Any number that this database's replicas share: at the first start only one of them makes the keys. */
const KEYS_LOCK = 7_311_101;

interface KeyRow {
  id: string;
  purpose: KeyPurpose;
  secret: string;
}

const publicPart = ({ kty, kid, alg, use, crv, x, y, n, e }: JWK): JWK =>
  kty === 'RSA' ? ({ kty, kid, alg, use, n, e } as JWK) : ({ kty, kid, alg, use, crv, x, y } as JWK);

/** The keys of the service, made at the very first start and shared by all replicas. */
@Injectable()
export class SigningKeys implements OnModuleInit {
  private signing: JWK[] = [];
  private cookie: string[] = [];

  constructor(
    private readonly database: Database,
    private readonly encryption: KeyEncryption,
    private readonly readiness: Readiness,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.load();
    this.readiness.add('keys', async () => {
      if (this.signing.length === 0) throw new Error('The signing keys are not loaded');
    });
  }

  /** The signing keys with their private part, newest first; ES256 for access tokens and RS256 for ID tokens. */
  get privateKeys(): JSONWebKeySet {
    return { keys: this.signing };
  }

  /** What the JWKS endpoint publishes. */
  get publicKeys(): JSONWebKeySet {
    return { keys: this.signing.map(publicPart) };
  }

  /** Keys that sign cookies, newest first. */
  get cookieKeys(): readonly string[] {
    return this.cookie;
  }

  private async load(): Promise<void> {
    const rows = await this.database.transaction(async (transaction) => {
      await transaction.client.query('SELECT pg_advisory_xact_lock($1)', [KEYS_LOCK]);
      await this.createMissing(transaction);
      const { rows } = await transaction.client.query<KeyRow>(
        'SELECT id, purpose, secret FROM keys ORDER BY created_at DESC, id',
      );
      return rows;
    });
    const secrets = rows.map(({ id, purpose, secret }) => ({
      purpose,
      secret: this.encryption.decrypt(id, secret),
    }));
    this.cookie = secrets.filter(({ purpose }) => purpose === 'cookie').map(({ secret }) => secret);
    this.signing = secrets
      .filter(({ purpose }) => purpose !== 'cookie')
      .map(({ secret }) => JSON.parse(secret) as JWK);
  }

  private async createMissing({ client }: Transaction): Promise<void> {
    const { rows } = await client.query<Pick<KeyRow, 'purpose'>>('SELECT DISTINCT purpose FROM keys');
    const present = new Set(rows.map(({ purpose }) => purpose));
    for (const purpose of keyPurposes.filter((purpose) => !present.has(purpose))) {
      const { id, secret } = await newKey(purpose);
      const encrypted = this.encryption.encrypt(id, secret);
      await client.query('INSERT INTO keys (id, purpose, secret) VALUES ($1, $2, $3)', [
        id,
        purpose,
        encrypted,
      ]);
    }
  }
}
