import { Controller } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { BusContext, OnState } from '@safety/bus';
import { type OrgStructureState, orgStructureChanged } from '@safety/contracts';
import { CompanyTransactions, keepNewest } from '@safety/persistence';

/** Org structures change in personnel-org; roles count at and below them. */
@Controller()
export class OrgStructureChangedSubscription {
  constructor(private readonly transactions: CompanyTransactions) {}

  @OnState(orgStructureChanged)
  async keep(
    @Payload() { id, version, path, pathIds, archived }: OrgStructureState,
    @Ctx() { companyId }: BusContext,
  ): Promise<void> {
    const { client } = this.transactions.current(companyId);
    await keepNewest(client, 'org_structures', ['company_id', 'id'], {
      company_id: companyId,
      id,
      version,
      path,
      path_ids: pathIds,
      archived,
    });
  }
}
