import { Injectable } from '@nestjs/common';
import { ProblemError } from '@safety/platform';
import { acceptedSql } from '../storage/database/accepted-roles.js';
import { Database } from '../storage/database/database.js';
import type { ApiClient } from './client.js';
import { isNotSuspended } from './company-status.js';

/** A manager of clients, and the companies they belong to. */
export interface ClientKeeper {
  /** The user who acts; null for an operator at the command line. */
  userId: string | null;
  /** The companies whose clients these are; every client for an operator. */
  companyIds: readonly string[] | 'every';
  /** Those of them whose service clients these are too. */
  serviceCompanyIds: readonly string[] | 'every';
}

/** May manage every client. For the command line alone: no request can be one. */
export const operator: ClientKeeper = { userId: null, companyIds: 'every', serviceCompanyIds: 'every' };

/** Finds out which clients a user may manage. */
@Injectable()
export class ClientKeepers {
  constructor(private readonly database: Database) {}

  /**
   * The user with the companies where a role of theirs holds `clients.manage`, as accounts published last;
   * none that is suspended, or whose invitation the user has not accepted. Nothing for a user who may manage
   * no client, is disabled, or does not exist.
   */
  async find(userId: string): Promise<ClientKeeper | undefined> {
    const rows = await this.database.rows<{ companyId: string; services: boolean }>(
      `SELECT role ->> 'cid' AS "companyId",
         bool_or(coalesce((role -> 'managesServiceClients')::boolean, false)) AS services
       FROM users, jsonb_array_elements(roles) AS role
       WHERE users.id = $1 AND NOT disabled AND (role -> 'managesClients')::boolean
         AND ${acceptedSql('role')} AND ${isNotSuspended("(role ->> 'cid')::uuid")} GROUP BY 1 ORDER BY 1`,
      [userId],
    );
    const idsOf = (found: typeof rows) => found.map(({ companyId }) => companyId);
    const serviceCompanyIds = idsOf(rows.filter(({ services }) => services));
    return rows.length === 0 ? undefined : { userId, companyIds: idsOf(rows), serviceCompanyIds };
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

/** Whether it acts for its company as itself, with the roles that accounts knows. */
export const isServiceClient = ({
  companyId,
  grantTypes,
}: Pick<ApiClient, 'companyId' | 'grantTypes'>): boolean =>
  companyId !== null && grantTypes.includes('client_credentials');

/** Whether the keeper may change a client, enable it and make its secrets. */
export const mayEntrust = (
  keeper: ClientKeeper,
  client: Pick<ApiClient, 'companyId' | 'grantTypes'>,
): boolean => !isServiceClient(client) || keepsServicesOf(keeper, client.companyId ?? '');

/** Whether the keeper may register clients that act for the company as themselves. */
export const keepsServicesOf = ({ serviceCompanyIds }: ClientKeeper, companyId: string): boolean =>
  serviceCompanyIds === 'every' || serviceCompanyIds.includes(companyId);

/**
 * Throws 403 unless the keeper may do all that a service client can do: whoever makes its secrets or keys
 * acts as the client.
 */
export function demandServiceKeeper(
  keeper: ClientKeeper,
  client: Pick<ApiClient, 'companyId' | 'grantTypes'>,
): void {
  if (!mayEntrust(keeper, client))
    throw new ProblemError('permission-denied', {
      detail:
        'A client with client_credentials is managed by those who hold every permission in the company.',
    });
}
