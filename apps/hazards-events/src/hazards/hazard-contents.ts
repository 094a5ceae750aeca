import { Injectable } from '@nestjs/common';
import {
  type ChangeHazard,
  type CompanyContext,
  type FieldError,
  type Permission,
  type RiskStage,
  riskStages,
  type SaveHazard,
} from '@safety/contracts';
import { type Change, refuseFaults } from '@safety/platform';
import { isAdministrator } from '../approvals/anonymity.js';
import { isOwnReport } from '../approvals/approval-rules.js';
import { inFuture, isAhead } from '../approvals/instants.js';
import { Permits } from '../approvals/permits.js';
import { People } from '../read-models/people.js';
import { ApprovedHazards } from './approved-hazards.js';
import type { Hazard } from './hazard.entity.js';
import { HazardReferences } from './hazard-references.js';
import { storedRisk } from './stored-risk.js';

type Reporter = Pick<Hazard, 'reportedByPersonnelId' | 'reportedByAssociateId' | 'reportedByName'>;
export type HazardContent = Omit<SaveHazard, 'riskAssessment' | 'reportedByPersonnelId'> &
  Pick<Hazard, 'riskAssessment' | 'riskScore' | 'liftsAnonymity' | 'reportedByPersonnelId'>;

const reporterMembers = ['reportedByPersonnelId', 'reportedByAssociateId', 'reportedByName'] as const;
const NOBODY: Reporter = { reportedByPersonnelId: null, reportedByAssociateId: null, reportedByName: null };

/** Turns what a body says of a hazard into what is stored. */
@Injectable()
export class HazardContents {
  constructor(
    private readonly references: HazardReferences,
    private readonly people: People,
    private readonly permits: Permits,
    private readonly snapshots: ApprovedHazards,
  ) {}

  /**
   * The content to store, in place of that of `current` if there is one. Throws 422 for what it names, and
   * 403 without `permission` at its place, and at the one that it moves from, or for a move that gives
   * rights.
   *
   * Anonymity that is lifted stays until the approval, since nobody has approved that the reporter is named.
   * At once it ends by a change without approval, and by authors for what was never approved.
   */
  async stored(
    company: CompanyContext,
    hazard: SaveHazard,
    permission: Permission,
    current?: Hazard,
  ): Promise<HazardContent> {
    const now = await this.snapshots.startedAt(company);
    const lifts = current?.anonymous === true && !hazard.anonymous;
    const needsApproval = permission !== 'hazards.createWithoutApproval';
    const liftsAnonymity = lifts && needsApproval && !isOwnReport(company, current);
    const reported = {
      ...hazard,
      ...(await this.reporter(company, hazard, current)),
      anonymous: hazard.anonymous || liftsAnonymity,
      liftsAnonymity,
    };
    if (current) await this.permits.checkMove(company, { what: 'hazard', permission }, current, hazard);
    const approved = current?.approvedAt
      ? await this.snapshots.unrestricted.get(company, current.id)
      : undefined;
    refuseFaults([
      ...(await this.references.faults(company, reported, permission, { current, approved })),
      ...timeFaults(hazard, now, current),
      ...riskFaults(hazard, current),
      ...anonymityFaults(company, hazard, current),
      ...(liftsAnonymity ? namedFaults(reported) : []),
    ]);
    return { ...reported, ...storedRisk(hazard.riskAssessment, now, current?.riskAssessment) };
  }

  /** The reporter that the body names; of a new hazard that names none, and says so of none, the caller. */
  private async reporter(
    { companyId, userId }: CompanyContext,
    hazard: SaveHazard,
    current: Hazard | undefined,
  ): Promise<Reporter> {
    if (hazard.anonymous) return NOBODY;
    const reporter = reporterOf(hazard);
    const isNamed = reporterMembers.some((member) => reporter[member] !== null);
    if (current || isNamed || hazard.reportedByPersonnelId === null) return reporter;
    return { ...NOBODY, reportedByPersonnelId: await this.people.idOfUser(companyId, userId) };
  }
}

const reporterOf = ({
  reportedByPersonnelId = null,
  reportedByAssociateId = null,
  reportedByName = null,
}: Pick<ChangeHazard, keyof Reporter>): Reporter => ({
  reportedByPersonnelId,
  reportedByAssociateId,
  reportedByName,
});

function timeFaults(
  { identifiedAt, riskAssessment }: SaveHazard,
  now: Date,
  current: Hazard | undefined,
): FieldError[] {
  const isAheadNow = (stage: RiskStage): boolean => {
    const at = riskAssessment[stage]?.assessedAt ?? now;
    // Earlier releases took any: one that stays is no fault of the request.
    return isAhead(at, now) && at.toISOString() !== current?.riskAssessment[stage]?.assessedAt;
  };
  return [
    ...(isAhead(identifiedAt, now) ? [inFuture('/identifiedAt')] : []),
    ...riskStages.filter(isAheadNow).map((stage) => inFuture(`/riskAssessment/${stage}/assessedAt`)),
  ];
}

/**
 * An approved hazard keeps the initial risk that it has: none is approved without it. A closed one keeps an
 * assessment of what remains, too: without one it is not closed.
 */
function riskFaults({ riskAssessment }: SaveHazard, current: Hazard | undefined): FieldError[] {
  if (!current) return [];
  const { initial, residual } = current.riskAssessment;
  const required = (stage: RiskStage, detail: string): FieldError[] =>
    riskAssessment[stage] === null ? [{ pointer: `/riskAssessment/${stage}`, code: 'required', detail }] : [];
  return [
    ...(current.approvedAt && initial
      ? required('initial', 'Is required of an approved hazard that has one.')
      : []),
    ...(current.status === 'closed' && residual
      ? required('residual', 'Is required of a closed hazard: send it, or reopen the hazard first.')
      : []),
  ];
}

/** Anonymity is for the reporter: nobody else may lift it. */
function anonymityFaults(
  company: CompanyContext,
  { anonymous }: SaveHazard,
  current: Hazard | undefined,
): FieldError[] {
  if (!current?.anonymous || anonymous || current.liftsAnonymity) return [];
  if (current.createdByUserId === company.userId || isAdministrator(company)) return [];
  return [{ pointer: '/anonymous', code: 'not-allowed', detail: 'Only the reporter can lift it.' }];
}

/** A reporter is named once nobody has to approve it any more: who waits for that may read what waits. */
const namedFaults = (reporter: Reporter): FieldError[] =>
  reporterMembers
    .filter((member) => reporter[member] !== null)
    .map((member) => ({
      pointer: `/${member}`,
      code: 'not-allowed',
      detail: 'The hazard is anonymous until this is approved: name nobody before.',
    }));

/** A hazard that was approved with `liftsAnonymity` is anonymous no more. */
export const lifted = ({ anonymous, liftsAnonymity }: Pick<Hazard, 'anonymous' | 'liftsAnonymity'>) => ({
  anonymous: anonymous && !liftsAnonymity,
  liftsAnonymity: false,
});

/**
 * A change that leaves `anonymous` out keeps it: to leave out a member names nobody. One that leaves out all
 * reporters keeps the one there is.
 */
export function keepingReporter(
  hazard: ChangeHazard,
  change: Pick<Change<unknown>, 'given'>,
  row: Hazard,
): SaveHazard {
  const isLeftOut = (member: string) => change.given(member) === undefined;
  const { anonymous = false } = hazard;
  return {
    ...hazard,
    ...reporterOf(reporterMembers.every(isLeftOut) ? row : hazard),
    anonymous: isLeftOut('anonymous') ? row.anonymous && !row.liftsAnonymity : anonymous,
  };
}
