import { Injectable } from '@nestjs/common';
import { Outbox } from '@safety/bus/outbox';
import { type AuditRecord, type ClientChanged, clientChanged, companyClientChanged } from '@safety/contracts';
import { AuditTrail } from '../audit/audit-trail.js';
import { Revocations } from '../sessions/revocations.js';
import type { Transaction } from '../storage/database/database.js';
import type { ApiClient } from './client.js';
import type { ClientKeeper } from './client-keepers.js';
import { Clients } from './clients.js';

/** The members of a client that are published. */
type PublishedClient = Pick<ApiClient, 'id' | 'companyId' | 'version' | 'name' | 'disabled' | 'grantTypes'>;

/** The messages and the revocations of a change of a client. */
@Injectable()
export class ClientChange {
  constructor(
    private readonly clients: Clients,
    private readonly revocations: Revocations,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /** Records the change and has every process forget the client, this one at once. */
  async announce(
    transaction: Transaction,
    keeper: ClientKeeper,
    { clientId, change }: ClientChanged,
    details: AuditRecord['details'] = {},
  ): Promise<void> {
    await this.audit.recordIn(transaction, {
      type: 'client-changed',
      actor: keeper.userId === null ? 'operator' : 'user',
      userId: keeper.userId,
      clientId,
      details: { change, ...details },
    });
    await this.outbox.add(transaction, clientChanged, { clientId, change });
    transaction.afterCommit.push(() => this.clients.forget(clientId));
  }

  /**
   * Publishes a client that a company may give roles, for accounts; none of the operator's clients. No
   * keeper: the client has not changed, and is published once more.
   */
  async publishClient(
    transaction: Transaction,
    keeper: ClientKeeper | null,
    client: PublishedClient,
    { deleted = false } = {},
  ): Promise<void> {
    const { id, companyId, name, disabled, grantTypes } = client;
    if (companyId === null) return;
    const state = {
      id,
      version: client.version + (deleted ? 1 : 0),
      name,
      actsForItself: grantTypes.includes('client_credentials'),
      disabled,
      deleted,
      ...(keeper && { changedBy: { userId: keeper.userId } }),
    };
    await this.outbox.addAll({ ...transaction, companyId }, companyClientChanged, [state], keeper === null);
  }

  /**
   * Ends every grant of the client, and with them its codes and refresh tokens; its access tokens are
   * refused. `forGood` refuses those too that a request under way still issues; otherwise new ones count
   * again a second later. No row of a grant is written: a client can have more than a transaction has time
   * for.
   */
  async endGrants(
    transaction: Transaction,
    clientId: string,
    { forGood }: { forGood: boolean },
  ): Promise<void> {
    await transaction.client.query('UPDATE clients SET grant_epoch = grant_epoch + 1 WHERE id = $1', [
      clientId,
    ]);
    await this.revocations.revokeClient(transaction, clientId, { forGood });
  }
}
