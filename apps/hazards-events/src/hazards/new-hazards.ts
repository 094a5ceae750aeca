import { Injectable } from '@nestjs/common';
import { type CompanyContext, type FieldError, type Permission, type SaveHazard } from '@safety/contracts';
import { CompanyTransactions, NumberSeries } from '@safety/persistence';
import { refuseFaults } from '@safety/platform';
import { People } from '../read-models/people.js';
import type { Hazard } from './hazard.entity.js';
import { HazardReferences } from './hazard-references.js';
import { HazardRows } from './hazards.rows.js';
import { storedRisk } from './stored-risk.js';

const SERIES = 'HAZ';
/** How far the clock of a caller may be ahead. */
const CLOCK_TOLERANCE_MS = 5 * 60 * 1000;

/** How a hazard comes into the register. */
interface Entrance {
  status: 'approved';
  /** What the caller needs at the place of the hazard. */
  permission: Permission;
}

/** Adds working copies. */
@Injectable()
export class NewHazards {
  constructor(
    private readonly hazards: HazardRows,
    private readonly references: HazardReferences,
    private readonly people: People,
    private readonly series: NumberSeries,
    private readonly transactions: CompanyTransactions,
  ) {}

  /** Adds a hazard. Throws 403 and 422, and 409 for an external id in use. */
  async add(company: CompanyContext, hazard: SaveHazard, { status, permission }: Entrance): Promise<Hazard> {
    const now = await this.transactions.current(company.companyId).startedAt;
    const reported = { ...hazard, ...(await this.reporter(company, hazard)) };
    refuseFaults([
      ...(await this.references.faults(company, reported, permission)),
      ...timeFaults(hazard, now),
    ]);
    return this.hazards.add(company, {
      ...reported,
      ...storedRisk(hazard.riskAssessment, now),
      status,
      hasPendingRevision: false,
      approvedAt: now,
      approvedByUserId: company.userId,
      closedAt: null,
      closedByUserId: null,
      closureReason: null,
      reference: await this.series.nextOfYear(company, SERIES),
    });
  }

  private async reporter(
    { companyId, userId }: CompanyContext,
    { anonymous, reportedByPersonnelId, reportedByAssociateId, reportedByName }: SaveHazard,
  ): Promise<Pick<SaveHazard, 'reportedByPersonnelId' | 'reportedByAssociateId' | 'reportedByName'>> {
    if (anonymous) return { reportedByPersonnelId: null, reportedByAssociateId: null, reportedByName: null };
    const named = reportedByPersonnelId ?? reportedByAssociateId ?? reportedByName;
    const reporter = named === null ? await this.people.idOfUser(companyId, userId) : reportedByPersonnelId;
    return { reportedByPersonnelId: reporter, reportedByAssociateId, reportedByName };
  }
}

function timeFaults({ identifiedAt }: SaveHazard, now: Date): FieldError[] {
  if (identifiedAt.getTime() <= now.getTime() + CLOCK_TOLERANCE_MS) return [];
  return [{ pointer: '/identifiedAt', code: 'in-future', detail: 'Must not lie in the future.' }];
}
