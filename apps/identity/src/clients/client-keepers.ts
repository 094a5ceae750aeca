import { Injectable } from '@nestjs/common';
import { Database } from '../storage/database/database.js';

/** A manager of clients, and the companies they belong to. */
export interface ClientKeeper {
  /** The user who acts; null for an operator at the command line. */
  userId: string | null;
  /** The companies whose clients these are; every client for an operator. */
  companyIds: readonly string[] | 'every';
}

/** May manage every client. For the command line alone: no request can be one. */
export const operator: ClientKeeper = { userId: null, companyIds: 'every' };

/** Finds out which clients a user may manage. */
@Injectable()
export class ClientKeepers {
  constructor(private readonly database: Database) {}

  /**
   * The user with the companies where a role of theirs holds `clients.manage`, as accounts told last. Nothing
   * for a user who may manage no client, is disabled, or does not exist.
   */
  async find(userId: string): Promise<ClientKeeper | undefined> {
    const rows = await this.database.rows<{ companyId: string }>(
      `SELECT DISTINCT role ->> 'cid' AS "companyId" FROM users, jsonb_array_elements(roles) AS role
       WHERE users.id = $1 AND NOT disabled AND (role -> 'managesClients')::boolean ORDER BY 1`,
      [userId],
    );
    return rows.length === 0 ? undefined : { userId, companyIds: rows.map(({ companyId }) => companyId) };
  }
}

/**
 * SQL that holds for the clients of a keeper, which this service's own never are; `parameter` is the number
 * of `ownedBy(keeper)` among the values.
 */
export const isKept = (parameter: number): string =>
  `(NOT first_party AND ($${parameter}::uuid[] IS NULL OR company_id = ANY($${parameter})))`;

export const ownedBy = ({ companyIds }: ClientKeeper): readonly string[] | null =>
  companyIds === 'every' ? null : companyIds;
