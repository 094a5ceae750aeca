import { Injectable } from '@nestjs/common';
import { notFound, ProblemError } from '@safety/platform';
import { Database, type Transaction } from '../storage/database/database.js';
import { digestOf } from '../storage/encryption/digest-of.js';
import { ClientChange } from './client-change.js';
import { type ClientKeeper, demandServiceKeeper, isKept, ownedBy } from './client-keepers.js';
import { newSecret } from './client-secret.js';
import { lockClient } from './stored-client.js';

/** The facts about a secret once it was shown. */
export interface KnownSecret {
  id: string;
  /** Its last four characters; null for one from before they were kept. */
  hint: string | null;
  createdAt: Date;
  /** Null: it does not end by itself. */
  expiresAt: Date | null;
  /** To the minute; null: never. */
  lastUsedAt: Date | null;
}

export interface NewClientSecret {
  id: string;
  /** 256 random bits in base64url. Only its digest is kept: it can never be shown again. */
  secret: string;
}

const DAY = 24 * 60 * 60;
/** How long the previous secret goes on working, in seconds. */
export const overlapBounds = { min: 0, usual: 7 * DAY, max: 90 * DAY } as const;

const LIVING = '(expires_at IS NULL OR expires_at > now())';

/**
 * The secrets of clients: at most two live at once, so that a new one can be rolled out before the old one
 * ends.
 */
@Injectable()
export class ClientSecrets {
  constructor(
    private readonly database: Database,
    private readonly change: ClientChange,
  ) {}

  /** The living secrets of a client, older first; none for a client of others. */
  list(keeper: ClientKeeper, clientId: string): Promise<KnownSecret[]> {
    return this.database.rows<KnownSecret>(
      `SELECT s.id, hint, s.created_at AS "createdAt", expires_at AS "expiresAt", last_used_at AS "lastUsedAt"
       FROM client_secrets AS s JOIN clients ON clients.id = client_id
       WHERE client_id = $2 AND ${isKept(1)} AND ${LIVING} ORDER BY s.created_at, slot`,
      [ownedBy(keeper), clientId],
    );
  }

  /**
   * Makes a new secret; the one before ends after `overlapSeconds` at the latest. Throws 404, 409
   * `invalid-state` for a client without secrets and while two live, and 422 for an overlap out of bounds.
   */
  async issue(
    keeper: ClientKeeper,
    clientId: string,
    overlapSeconds: number = overlapBounds.usual,
  ): Promise<NewClientSecret> {
    if (!(overlapSeconds >= overlapBounds.min && overlapSeconds <= overlapBounds.max))
      throw new ProblemError('validation-failed', { detail: 'The overlap must be 0 to 90 days.' });
    return this.database.transaction(async (transaction) => {
      const client = await lockClient(transaction, keeper, clientId);
      demandServiceKeeper(keeper, client);
      if (client.authMethod !== 'client_secret')
        throw new ProblemError('invalid-state', {
          detail: 'This client does not authenticate with a secret.',
        });
      await transaction.client.query(
        `UPDATE client_secrets SET expires_at = least(expires_at, now() + make_interval(secs => $2))
         WHERE client_id = $1`,
        [clientId, overlapSeconds],
      );
      const added = await this.add(transaction, clientId);
      await this.change.announce(
        transaction,
        keeper,
        { clientId, change: 'secrets-changed' },
        { added: added.id, overlapSeconds },
      );
      return added;
    });
  }

  /** Whether a secret of any client has this id: those that are revoked do not stay. */
  async exists(secretId: string): Promise<boolean> {
    const found = await this.database.rows('SELECT FROM client_secrets WHERE id::text = $1', [secretId]);
    return found.length > 0;
  }

  /**
   * Ends a secret now. A thief may have used it: every grant of the client ends too, and its access
   * tokens are refused. Throws 404.
   */
  async revoke(keeper: ClientKeeper, clientId: string, secretId: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      await lockClient(transaction, keeper, clientId);
      const { rowCount } = await transaction.client.query(
        'DELETE FROM client_secrets WHERE client_id = $1 AND id::text = $2',
        [clientId, secretId],
      );
      if (rowCount === 0) throw notFound('secret');
      await this.change.endGrants(transaction, clientId, { forGood: false });
      await this.change.announce(
        transaction,
        keeper,
        { clientId, change: 'secrets-changed' },
        { revoked: secretId },
      );
    });
  }

  /** Adds a secret in the transaction of a change. */
  async add({ client }: Transaction, clientId: string): Promise<NewClientSecret> {
    await client.query(`DELETE FROM client_secrets WHERE client_id = $1 AND NOT ${LIVING}`, [clientId]);
    const { secret, hint } = newSecret();
    const { rows } = await client.query<{ id: string }>(
      `INSERT INTO client_secrets (client_id, slot, sha256, hint)
       SELECT $1, free, $2, $3 FROM generate_series(1, 2) AS free
       WHERE NOT EXISTS (SELECT FROM client_secrets WHERE client_id = $1 AND slot = free) LIMIT 1 RETURNING id`,
      [clientId, digestOf(secret), hint],
    );
    if (!rows[0])
      throw new ProblemError('invalid-state', {
        detail: 'Two secrets live already. Revoke one of them, or wait until one has expired.',
      });
    return { id: rows[0].id, secret };
  }

  async removeAll({ client }: Transaction, clientId: string): Promise<void> {
    await client.query('DELETE FROM client_secrets WHERE client_id = $1', [clientId]);
  }
}
