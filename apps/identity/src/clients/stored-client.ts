import { MODIFIED_NOW } from '@safety/persistence';
import { notFound } from '@safety/platform';
import type { Transaction } from '../storage/database/database.js';
import { type ApiClient, isConfidential } from './client.js';
import { type ClientKeeper, isKept, ownedBy } from './client-keepers.js';
import { clientColumns } from './client-row.js';
import type { ClientFields } from './client-rules.js';

/** A client as those see it who manage it; its secrets are `ClientSecrets.list`. */
export type ManagedClient = Omit<ApiClient, 'secrets' | 'grantEpoch'> & { createdAt: Date; modifiedAt: Date };

/** SQL of one client as `ManagedClient`. */
export const managedColumns = `${clientColumns}, created_at AS "createdAt", modified_at AS "modifiedAt"`;

/** Locks a client until the transaction ends. Throws 404 for one that the keeper does not manage. */
export async function lockClient(
  { client }: Transaction,
  keeper: ClientKeeper,
  id: string,
): Promise<ManagedClient> {
  const { rows } = await client.query<ManagedClient>(
    `SELECT ${managedColumns} FROM clients WHERE id = $2 AND ${isKept(1)} FOR UPDATE`,
    [ownedBy(keeper), id],
  );
  if (!rows[0]) throw notFound('client');
  return rows[0];
}

/** A client that the transaction has written. */
export async function readClientBack(transaction: Transaction, id: string): Promise<ManagedClient> {
  return (await holdClient(transaction, id)) as ManagedClient;
}

/** A client that nobody changes until the transaction ends; none when it was removed. */
export async function holdClient({ client }: Transaction, id: string): Promise<ManagedClient | undefined> {
  const { rows } = await client.query<ManagedClient>(
    `SELECT ${managedColumns} FROM clients WHERE id = $1 FOR SHARE`,
    [id],
  );
  return rows[0];
}

const FIELDS = `name, confidential, auth_method, jwks, grant_types, scopes, redirect_uris, post_logout_redirect_uris,
  logout_uri, backchannel_logout_uri, access_token_seconds, refresh_token_seconds, keeps_offline_access,
  id_token_signed_response_alg`;

/** SQL with an id, a company and `valuesOf`. */
export const insertClientSql = `INSERT INTO clients (id, company_id, ${FIELDS})
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`;

/** SQL with an id and `valuesOf`. */
export const updateClientSql = `UPDATE clients SET (${FIELDS})
  = ($2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15),
  version = version + 1, ${MODIFIED_NOW} WHERE id = $1`;

/** SQL with an id. */
export const removeClientSql = `WITH gone AS (DELETE FROM clients WHERE id = $1 RETURNING id, company_id, name)
  INSERT INTO deleted_clients (id, company_id, name) SELECT id, company_id, name FROM gone WHERE company_id IS NOT NULL`;

/** In the order of `FIELDS`. */
export const valuesOf = (fields: ClientFields): unknown[] => [
  fields.name,
  isConfidential(fields),
  fields.authMethod,
  fields.jwks && JSON.stringify(fields.jwks),
  fields.grantTypes,
  fields.scopes,
  fields.redirectUris,
  fields.postLogoutRedirectUris,
  fields.logoutUri,
  fields.backchannelLogoutUri,
  fields.accessTokenSeconds,
  fields.refreshTokenSeconds,
  fields.keepsOfflineAccess,
  fields.idTokenSignedResponseAlg,
];
