import { Injectable } from '@nestjs/common';
import type { OrgStructureState } from '@safety/contracts';
import { CompanyTransactions, execute, keepNewest } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import { DuePeople } from '../standings/due-people.js';
import { Companies } from './companies.js';
import { type Placement, placedAnew } from './placement.js';

/** The org structures of a company, as personnel-org publishes them. */
@Injectable()
export class OrgStructureReadModel {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly companies: Companies,
    private readonly due: DuePeople,
  ) {}

  /**
   * Keeps a state that was published at an instant, unless a newer one is known. Throws for one that was
   * moved below an org structure that is not known yet.
   */
  async keep(companyId: string, state: OrgStructureState, publishedAt: Date): Promise<void> {
    const { client, startedAt } = this.transactions.current(companyId);
    const [before] = (await execute<Known>(client, knownSql, [companyId, state.id])).rows;
    const placement = await this.placement(companyId, before, state, publishedAt);
    // Another name changes no standing of the many who may work there.
    const inherits = before === undefined || itemOf(before) !== itemOf(placement);
    const isMoved = before !== undefined && pathOf(before) !== pathOf(placement);
    const isNews = await keepNewest(client, 'org_structures', ['company_id', 'id'], {
      company_id: companyId,
      id: state.id,
      version: state.version,
      item_id: state.itemId,
      name: state.name,
      path: state.path,
      item_since: placement.itemSince,
      path_ids: state.pathIds,
      path_since: placement.pathSince,
      archived: state.archived,
      applied_at: inherits ? await startedAt : before.appliedAt,
    });
    if (!isNews || (!inherits && !isMoved)) return;
    if (inherits) await this.due.addAtOrBelow(companyId, state.id);
    else await this.due.addAt(companyId, state.id);
  }

  private async placement(
    companyId: string,
    before: Placement | undefined,
    now: OrgStructureState,
    publishedAt: Date,
  ): Promise<Placement> {
    const { client } = this.transactions.current(companyId);
    if (!before) return placedAnew(undefined, now, new Map(), '');
    const ids = [...before.pathIds, ...now.pathIds];
    const known = await execute<{ id: string; itemId: string | null }>(client, itemsSql, [companyId, ids]);
    const itemsOf = new Map(known.rows.map(({ id, itemId }) => [id, itemId]));
    const isMoved = String(before.pathIds) !== String(now.pathIds);
    const unknown = isMoved ? ids.find((id) => !itemsOf.has(id)) : undefined;
    // Its message is under way. Whether the same requirements go on depends on its item.
    if (unknown) throw new Error(`Org structure ${now.id} waits for ${unknown}, will be tried again`);
    return placedAnew(before, now, itemsOf, dateIn(await this.companies.timeZone(companyId), publishedAt));
  }
}

type Known = Placement & { appliedAt: Date };

/**
 * The facts of an org structure that have a part in the standings of all at and below it. Archived is none:
 * people work where they work.
 */
const itemOf = ({ itemId, itemSince }: Placement): string => JSON.stringify([itemId, itemSince]);

/** Those for the standings of people there alone: each one below has a path and a message of its own. */
const pathOf = ({ pathIds, pathSince }: Placement): string => JSON.stringify([pathIds, pathSince]);

const knownSql = `
  SELECT item_id AS "itemId", item_since AS "itemSince", path_ids AS "pathIds", path_since AS "pathSince",
    applied_at AS "appliedAt"
  FROM org_structures WHERE company_id = $1 AND id = $2 FOR UPDATE`;

const itemsSql = `
  SELECT id, item_id AS "itemId" FROM org_structures WHERE company_id = $1 AND id = ANY($2)`;
