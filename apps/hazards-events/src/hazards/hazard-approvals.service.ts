import { Injectable } from '@nestjs/common';
import type { ChangeHazardApproval, CompanyContext } from '@safety/contracts';
import type { IdentifiedChange } from '@safety/platform';
import type { Standing } from '../approvals/approval-rules.js';
import type { Hazard } from './hazard.entity.js';
import { keepingReporter } from './hazard-contents.js';
import { HazardProcess } from './hazard-process.js';
import { HazardRows } from './hazards.rows.js';

/**
 * Drives the approval of a hazard, in one transaction:
 * 1. the row is locked, and the step judged by status and role (hazard-process.ts,
 *    approvals/approval-rules.ts);
 * 2. content, suggestions and approvers of the body are checked (hazard-contents.ts, hazard-submissions.ts);
 * 3. accepted suggestions become actions with the last approval (hazard-actions.ts);
 * 4. the row is written, and recorded as every change;
 * 5. with it the snapshot is taken where the row is approved now, and else learns that a revision waits
 *    (approvals/working-rows.ts).
 */
@Injectable()
export class HazardApprovalsService {
  constructor(
    private readonly rows: HazardRows,
    private readonly process: HazardProcess,
  ) {}

  async drive(company: CompanyContext, change: IdentifiedChange<ChangeHazardApproval>): Promise<Hazard> {
    const now = await this.rows.startedAt(company);
    let standing: Standing = new Set();
    return this.rows.change(company, change.id, change, {
      authorise: async (row) => {
        standing = await this.process.authorise(company, change, row);
      },
      values: ({ content, ...wanted }, row) =>
        this.process.values(
          company,
          { ...wanted, content: content && keepingReporter(content, change, row) },
          row,
          standing,
          now,
        ),
    });
  }
}
