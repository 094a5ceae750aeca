import { writeToOutbox } from '@safety/bus/outbox';
import { companyClientChanged } from '@safety/contracts';
import {
  demoClients,
  demoDocsClientId,
  demoPassword,
  demoScopes,
  demoServiceClient,
  demoUsers,
} from '@safety/demo-data';
import { WITHOUT_TIME_LIMITS } from '@safety/persistence';
import pg from 'pg';
import type { DemoSettings } from '../../config.js';
import { hashPassword } from '../../people/passwords/password-hash.js';
import { saveUser } from '../../people/users/users.js';
import { digestOf } from '../../storage/encryption/digest-of.js';

/** The version that users and clients start with; the first change is newer. */
const FIRST_VERSION = 1;

/** Adds the demo's clients, users and passwords. Safe to repeat: what is there already stays as it is. */
export async function addDemo(serviceUrl: string, { AUTH_URL }: DemoSettings): Promise<void> {
  const client = new pg.Client({ connectionString: serviceUrl });
  await client.connect();
  try {
    await client.query(`BEGIN; ${WITHOUT_TIME_LIMITS}`);
    await addClients(client);
    await addServiceClient(client);
    await allowSignInAtDocs(client, `${AUTH_URL}/docs/oauth2-redirect.html`);
    await addUsers(client);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function addClients(client: pg.Client): Promise<void> {
  for (const { clientId, name, secret, grantTypes, redirectUris, logoutUri } of demoClients) {
    await client.query(
      `INSERT INTO clients (id, name, confidential, auth_method, grant_types, scopes, redirect_uris, logout_uri)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
      [
        clientId,
        name,
        secret !== null,
        secret === null ? 'none' : 'client_secret',
        grantTypes,
        demoScopes,
        redirectUris,
        logoutUri,
      ],
    );
    if (secret !== null) await addSecret(client, clientId, secret);
  }
}

async function addServiceClient(client: pg.Client): Promise<void> {
  const { clientId, companyId, name, secret, scopes } = demoServiceClient;
  const { rowCount } = await client.query(
    `INSERT INTO clients (id, company_id, name, confidential, auth_method, grant_types, scopes, redirect_uris)
     VALUES ($1, $2, $3, true, 'client_secret', '{client_credentials}', $4, '{}') ON CONFLICT DO NOTHING`,
    [clientId, companyId, name, scopes],
  );
  await addSecret(client, clientId, secret);
  // One that was never published counts as lost once the database is restored.
  if (rowCount)
    await writeToOutbox(client, companyId, companyClientChanged, {
      id: clientId,
      version: FIRST_VERSION,
      name,
      actsForItself: true,
      disabled: false,
      deleted: false,
    });
}

async function addSecret(client: pg.Client, clientId: string, secret: string): Promise<void> {
  await client.query(
    'INSERT INTO client_secrets (client_id, slot, sha256, hint) VALUES ($1, 1, $2, $3) ON CONFLICT DO NOTHING',
    [clientId, digestOf(secret), secret.slice(-4)],
  );
}

/** The page where people try calls is at the public address, which another start may have moved. */
async function allowSignInAtDocs(client: pg.Client, redirectUri: string): Promise<void> {
  await client.query(
    `UPDATE clients SET redirect_uris = array_append(redirect_uris, $2)
     WHERE id = $1 AND NOT $2 = ANY (redirect_uris)`,
    [demoDocsClientId, redirectUri],
  );
}

async function addUsers(client: pg.Client): Promise<void> {
  for (const { id, email, givenName, familyName, roles } of demoUsers) {
    const claim = roles.map((role) => ({
      id: role.id,
      cid: role.companyId,
      rid: role.roleId,
      evm: role.isEventManager,
      accepted: true,
      managesClients: role.managesClients,
      managesServiceClients: role.managesServiceClients,
    }));
    await saveUser(client, {
      id,
      version: FIRST_VERSION,
      email,
      givenName,
      familyName,
      disabled: false,
      roles: claim,
    });
    await client.query(
      // As if the user had come by the link of an invitation.
      `UPDATE credentials SET password_hash = $2, email_proven = true, proven_email_key = email_key
       WHERE user_id = $1 AND password_hash IS NULL`,
      [id, await hashPassword(demoPassword)],
    );
  }
}
