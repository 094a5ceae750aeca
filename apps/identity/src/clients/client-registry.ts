import { Injectable } from '@nestjs/common';
import type { AuditRecord, ClientChanged } from '@safety/contracts';
import { MODIFIED_NOW } from '@safety/persistence';
import { InjectSettings, notFound, ProblemError } from '@safety/platform';
import { calculateJwkThumbprint, type JWK } from 'jose';
import { v7 as newId } from 'uuid';
import type { IdentitySettings } from '../config.js';
import { Database, type Transaction } from '../storage/database/database.js';
import type { SaveClient } from './client.js';
import { ClientChange } from './client-change.js';
import { becomesService, demandNewKeys, takesAway } from './client-differences.js';
import { type ClientKeeper, demandServiceKeeper, isKept, operator, ownedBy } from './client-keepers.js';
import { type ClientFields, readClient } from './client-rules.js';
import { ClientSecrets, type NewClientSecret } from './client-secrets.js';
import {
  holdClient,
  insertClientSql,
  lockClient,
  type ManagedClient,
  managedColumns,
  readClientBack,
  removeClientSql,
  updateClientSql,
  valuesOf,
} from './stored-client.js';

export interface CreatedClient {
  client: ManagedClient;
  /** To be shown once; null for a client without one. */
  secret: NewClientSecret | null;
}

/** Clients that a company may have, disabled ones too. */
export const MAX_PER_COMPANY = 100;

/**
 * The life of an API client, from its registration to its end. A client that a keeper does not manage does
 * not exist for them.
 */
@Injectable()
export class ClientRegistry {
  constructor(
    private readonly database: Database,
    private readonly secrets: ClientSecrets,
    private readonly change: ClientChange,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'LOGOUT_ALLOWED_HOSTS'>,
  ) {}

  /** Every client of the keeper, by name. */
  list(keeper: ClientKeeper): Promise<ManagedClient[]> {
    return this.database.rows<ManagedClient>(
      `SELECT ${managedColumns} FROM clients WHERE ${isKept(1)} ORDER BY name, id`,
      [ownedBy(keeper)],
    );
  }

  /** Throws 404. */
  async get(keeper: ClientKeeper, id: string): Promise<ManagedClient> {
    const [client] = await this.database.rows<ManagedClient>(
      `SELECT ${managedColumns} FROM clients WHERE id = $2 AND ${isKept(1)}`,
      [ownedBy(keeper), id],
    );
    if (!client) throw notFound('client');
    return client;
  }

  /**
   * Registers a client of a company; null, which only an operator may, for one that everybody can use. Throws
   * 422 with a pointer for each wrong field, 403 for a company of others, and 409 when the company has too
   * many clients.
   */
  async create(keeper: ClientKeeper, companyId: string | null, input: SaveClient): Promise<CreatedClient> {
    if (keeper.companyIds !== 'every' && (companyId === null || !keeper.companyIds.includes(companyId)))
      throw new ProblemError('permission-denied', { detail: 'Not a company whose clients you manage.' });
    const fields = readClient(input, this.settings.LOGOUT_ALLOWED_HOSTS);
    demandServiceKeeper(keeper, { ...fields, companyId });
    const id = newId();
    return this.database.transaction(async (transaction) => {
      if (companyId !== null) await demandRoom(transaction, companyId);
      await transaction.client.query(insertClientSql, [id, companyId, ...valuesOf(fields)]);
      await this.change.announce(
        transaction,
        keeper,
        { clientId: id, change: 'created' },
        await describe(fields),
      );
      const secret = fields.authMethod === 'client_secret' ? await this.secrets.add(transaction, id) : null;
      const client = await readClientBack(transaction, id);
      await this.change.publishClient(transaction, keeper, client);
      return { client, secret };
    });
  }

  /**
   * Replaces everything that was decided about a client. Throws 404, 412 when it is no longer at `version`,
   * and 422. Taking away a scope, a grant, the way it authenticates or kept offline access ends its grants:
   * what was issued under them is more than it may have. Other keys do not, so that keys can be changed
   * without anybody noticing; a key taken out proves nothing any more. A client that begins to act for its
   * company as itself keeps no secret and no key: those who know them may have lesser permissions than it.
   */
  async replace(
    keeper: ClientKeeper,
    id: string,
    version: number,
    input: SaveClient,
  ): Promise<ManagedClient> {
    return this.database.transaction(async (transaction) => {
      const before = await lockClient(transaction, keeper, id);
      const fields = readClient(input, this.settings.LOGOUT_ALLOWED_HOSTS, before);
      demandServiceKeeper(keeper, before);
      demandServiceKeeper(keeper, { ...fields, companyId: before.companyId });
      if (before.version !== version)
        throw new ProblemError('version-mismatch', {
          detail: 'The client was changed in the meantime.',
          extensions: { currentVersion: before.version },
        });
      await transaction.client.query(updateClientSql, [id, ...valuesOf(fields)]);
      const isNewService = becomesService(before, fields);
      if (isNewService) await demandNewKeys(before, fields);
      if (isNewService || fields.authMethod !== 'client_secret')
        await this.secrets.removeAll(transaction, id);
      if (takesAway(before, fields)) await this.change.endGrants(transaction, id, { forGood: false });
      await this.change.announce(
        transaction,
        keeper,
        { clientId: id, change: 'changed' },
        await describe(fields),
      );
      const client = await readClientBack(transaction, id);
      await this.change.publishClient(transaction, keeper, client);
      return client;
    });
  }

  /**
   * Refuses everything that the client asks for, and ends its grants, until it is enabled. Again does
   * nothing.
   */
  async disable(keeper: ClientKeeper, id: string): Promise<void> {
    await this.switch(keeper, id, true);
  }

  /**
   * Lets a disabled client ask again; what was ended stays so. Its secrets count again: of a service client,
   * for those alone who may do what it does.
   */
  async enable(keeper: ClientKeeper, id: string): Promise<void> {
    await this.switch(keeper, id, false);
  }

  /**
   * Removes the client with its secrets and grants; its access tokens are refused. It is disabled first, and
   * loses what has many rows: one transaction has no time for those of a client that many use.
   */
  async remove(keeper: ClientKeeper, id: string): Promise<void> {
    await this.disable(keeper, id);
    for (const table of ['grants', 'logout_deliveries'])
      await this.database.removeAll(table, 'client_id = $1', [id]);
    await this.database.transaction(async (transaction) => {
      const before = await lockClient(transaction, keeper, id);
      const { name, disabled } = before;
      // Somebody has enabled it meanwhile.
      if (!disabled) await this.change.endGrants(transaction, id, { forGood: true });
      await transaction.client.query(removeClientSql, [id]);
      await this.change.announce(transaction, keeper, { clientId: id, change: 'deleted' }, { name });
      await this.change.publishClient(transaction, keeper, before, { deleted: true });
    });
  }

  private async switch(keeper: ClientKeeper, id: string, disabled: boolean): Promise<void> {
    const change: ClientChanged['change'] = disabled ? 'disabled' : 'enabled';
    await this.database.transaction(async (transaction) => {
      const before = await lockClient(transaction, keeper, id);
      if (!disabled) demandServiceKeeper(keeper, before);
      if (before.disabled === disabled) return;
      await transaction.client.query(
        `UPDATE clients SET disabled_at = CASE WHEN $2 THEN now() END, version = version + 1, ${MODIFIED_NOW}
         WHERE id = $1`,
        [id, disabled],
      );
      if (disabled) await this.change.endGrants(transaction, id, { forGood: true });
      await this.change.announce(transaction, keeper, { clientId: id, change });
      await this.change.publishClient(transaction, keeper, await readClientBack(transaction, id));
    });
  }

  /** Ends the grants of every client, of this service's own too. Resolves with the number of clients. */
  async endAllGrants(): Promise<number> {
    const clients = await this.database.rows<{ id: string }>('SELECT id FROM clients');
    for (const { id } of clients)
      await this.database.transaction((transaction) =>
        this.change.endGrants(transaction, id, { forGood: true }),
      );
    return clients.length;
  }

  /**
   * Publishes each client of a company again, for those that are older than the message. The clients stay as
   * they are. Resolves with how many.
   */
  async publishAgain(): Promise<number> {
    const ofCompanies = (await this.list(operator)).filter(({ companyId }) => companyId !== null);
    for (const { id } of ofCompanies)
      await this.database.transaction(async (transaction) => {
        // Of two messages, the later one is taken for the newer state.
        const client = await holdClient(transaction, id);
        if (client) await this.change.publishClient(transaction, null, client);
      });
    return ofCompanies.length;
  }
}

async function demandRoom({ client }: Transaction, companyId: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`clients of ${companyId}`]);
  // count is read: behind the lock of the line above, until the transaction ends
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM clients WHERE company_id = $1',
    [companyId],
  );
  if ((rows[0]?.count ?? 0) >= MAX_PER_COMPANY)
    throw new ProblemError('invalid-state', { detail: `A company has at most ${MAX_PER_COMPANY} clients.` });
}

/**
 * The members of a client in the audit trail: everything that was decided about it, and of a key its id and
 * thumbprint. All that are not named here are taken as they are, and a new one of a kind that a record cannot
 * hold does not compile.
 */
async function describe({ jwks, ...fields }: ClientFields): Promise<Described> {
  return { ...fields, jwks: jwks && (await Promise.all(jwks.keys.map(nameOfKey))) };
}

type Described = Record<keyof ClientFields, AuditRecord['details'][string]>;

const nameOfKey = async (key: JWK): Promise<string> => `${key.kid} ${await calculateJwkThumbprint(key)}`;
