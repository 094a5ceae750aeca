import { Injectable } from '@nestjs/common';
import type { AddHazard, ChangeHazard, CompanyContext } from '@safety/contracts';
import { type Added, type Change, ProblemError } from '@safety/platform';
import type { ApprovalRecord } from '../approvals/approval.entity.js';
import { notRequired } from '../approvals/approval-rules.js';
import { Permits } from '../approvals/permits.js';
import { ApprovedHazards } from './approved-hazards.js';
import type { Hazard } from './hazard.entity.js';
import { HazardContents, keepingReporter } from './hazard-contents.js';
import { HazardRefusals } from './hazard-refusals.js';
import { HazardRows } from './hazards.rows.js';
import { NewHazards } from './new-hazards.js';

/** Writes without an approval process: what they write counts at once. */
@Injectable()
export class HazardsService {
  constructor(
    private readonly rows: HazardRows,
    private readonly snapshots: ApprovedHazards,
    private readonly newHazards: NewHazards,
    private readonly contents: HazardContents,
    private readonly permits: Permits,
    private readonly refusals: HazardRefusals,
  ) {}

  async addApproved(company: CompanyContext, body: AddHazard): Promise<Added<Hazard>> {
    const now = await this.rows.startedAt(company);
    const added = await this.newHazards.addOnce(company, body, async () => ({
      content: await this.contents.stored(company, body, 'hazards.createWithoutApproval'),
      entrance: { ...notRequired(now, company.userId), status: 'approved', suggestedActions: [] },
    }));
    const { row, isNew } = added;
    // A row that counts was asked for: the same body may have been submitted, or be a draft.
    if (!isNew && row.approvedAt === null)
      throw new ProblemError('duplicate', {
        detail: 'The hazard is there already, and was never approved.',
        errors: [{ pointer: '/id', code: 'duplicate', detail: 'Is in use already.' }],
        extensions: { conflictingId: row.id },
      });
    return added;
  }

  /**
   * Edits working copy and snapshot alike; while a revision is pending there is nothing to edit without
   * approval.
   */
  change(company: CompanyContext, id: string, change: Change<ChangeHazard>): Promise<Hazard> {
    const permit = async (row: ApprovalRecord) => {
      await this.permits.check(company, 'hazards.update', row);
      await this.permits.check(company, 'hazards.createWithoutApproval', row);
    };
    return this.rows.refusingRevised(permit).change(company, id, change, {
      authorise: async (row) => {
        await permit(row);
        await this.refuseUnapproved(company, row);
      },
      values: async (body, row): Promise<Partial<Hazard>> => {
        const wanted = keepingReporter(body, change, row);
        const content = await this.contents.stored(company, wanted, 'hazards.createWithoutApproval', row);
        await this.permits.check(company, 'hazards.update', content);
        return content;
      },
    });
  }

  /** Throws 409 for what waits. One that is archived is refused as that. */
  private async refuseUnapproved(company: CompanyContext, row: Hazard): Promise<void> {
    if (row.archived || this.snapshots.mayHold(row)) return;
    const detail = `The hazard is ${row.status}: it changes through its approval.`;
    throw await this.refusals.invalidState(company, row, detail);
  }
}
