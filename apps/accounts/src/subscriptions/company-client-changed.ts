import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnMessage } from '@safety/bus';
import { type CompanyClientState, companyClientChanged } from '@safety/contracts';
import { CompanyTransactions, keepNewest, systemActor } from '@safety/persistence';
import { Administration } from '../administration/administration.js';
import { RecordedWrites } from '../audit/recorded-writes.js';
import { RoleAssignmentRows } from '../role-assignments/role-assignments.rows.js';

/**
 * Identity registers clients and ends their tokens. A client that is disabled keeps its roles, which count
 * for nothing; a deleted one loses them.
 */
@Controller()
export class CompanyClientChangedSubscription {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly administration: Administration,
    private readonly assignments: RoleAssignmentRows,
    private readonly writes: RecordedWrites,
  ) {}

  @OnMessage(companyClientChanged)
  async keep(@Payload() state: CompanyClientState, @Ctx() { companyId }: BusContext): Promise<void> {
    const { id, version, name, actsForItself, disabled, deleted, changedBy } = state;
    const transaction = this.transactions.current(companyId);
    const system = systemActor(companyId);
    await this.administration.takeTurns(system);
    const now = await transaction.startedAt;
    const author = { userId: changedBy?.userId ?? null, isOperator: changedBy?.userId === null };
    const isNews = await this.writes.of(transaction, { companyId, clientIds: [id] }, author, () =>
      // around visible: identity has the clients; the change is recorded with its author
      keepNewest(transaction.client, 'service_clients', ['company_id', 'id'], {
        company_id: companyId,
        id,
        version,
        name,
        status: disabled ? 'disabled' : 'active',
        acts_for_itself: actsForItself,
        modified_at: now,
        archived_at: deleted ? now : null,
      }),
    );
    if (deleted && isNews)
      for (const held of await this.assignments.heldByClients(system, [id]))
        await this.assignments.archive(system, held.id, undefined);
    await this.administration.dropMemberships(system, [id]);
  }
}
