import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, type OrgStructure as OrgStructureResource } from '@safety/contracts';
import { CompanyTransactions, Views } from '@safety/persistence';
import { maySeeEstablishment, redacted } from './establishment-access.js';
import type { OrgStructure } from './org-structure.entity.js';
import { selectableReach } from './selectable.js';

interface Further {
  id: string;
  childCount: number;
  isDefault: boolean;
}

/** Org structures with what they are to the caller, and how many are below each. */
@Injectable()
export class OrgStructureViews extends Views<OrgStructure, OrgStructureResource> {
  constructor(private readonly transactions: CompanyTransactions) {
    super();
  }

  async of(company: CompanyContext, places: readonly OrgStructure[]): Promise<OrgStructureResource[]> {
    const further = await this.further(company, places);
    const reach = selectableReach(company);
    return places.map((place) => ({
      ...place,
      relationshipId: place.id,
      selectable: !place.archived && covers(reach, place.pathIds),
      isDefault: further.get(place.id)?.isDefault ?? false,
      childCount: further.get(place.id)?.childCount ?? 0,
      ...(maySeeEstablishment(company, place) ? { redactedFields: [] } : redacted),
    }));
  }

  private async further(
    { companyId, userId }: CompanyContext,
    places: readonly OrgStructure[],
  ): Promise<Map<string, Further>> {
    const ids = places.map(({ id }) => id);
    const { rows } = await this.transactions
      .current(companyId)
      .read<Further>(furtherSql, [companyId, ids, userId]);
    return new Map(rows.map((row) => [row.id, row]));
  }
}

// count is read: a member of the answer
const furtherSql = `
  SELECT shown.id, (SELECT count(*)::int FROM org_structures AS c
      WHERE c.company_id = $1 AND c.parent_id = shown.id AND NOT c.archived) AS "childCount",
    EXISTS (SELECT FROM default_org_structures AS d
      JOIN org_structures AS o ON o.company_id = d.company_id AND o.id = d.org_structure_id
      WHERE d.company_id = $1 AND d.user_id = $3 AND d.org_structure_id = shown.id AND NOT o.archived) AS "isDefault"
  FROM unnest($2::uuid[]) AS shown(id)`;
