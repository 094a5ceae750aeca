import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Revocations } from './revocations.js';

/** What a user allowed a client, for one session or one password sign-in; every token names its grant. */
@Injectable()
export class Grants {
  constructor(
    private readonly database: Database,
    private readonly revocations: Revocations,
  ) {}

  /** Ends the grant and with it every code, refresh token and access token of it. */
  async revoke(id: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const { rowCount } = await transaction.client.query(
        'UPDATE grants SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL',
        [id],
      );
      if (rowCount === 1) await this.revocations.revokeGrant(transaction, id);
    });
  }
}
