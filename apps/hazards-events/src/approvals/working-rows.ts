import type { ChangePage, CompanyContext, ListChanges } from '@safety/contracts';
import { ClientMadeRows } from '@safety/persistence';
import { permissionDenied } from '@safety/platform';
import type { ApprovalRecord } from './approval.entity.js';
import { mayReadPending, type PendingPermissions } from './approval-conditions.js';

/** Working copies: what people edit, whatever its status. */
export abstract class WorkingRows<Row extends ApprovalRecord> extends ClientMadeRows<Row> {
  protected abstract readonly permissions: PendingPermissions;

  /**
   * The recorded changes of a row hold what was never approved. So only they may read them who may read what
   * waits: its author, the approvers asked by name, and by permission. Throws 404 and 403.
   */
  async changesOf(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    await this.get(company, id);
    const open = this.within(mayReadPending(company, this.permissions));
    const readable = await open.archivedById(company, [id]);
    if (!readable.has(id)) throw permissionDenied(this.permissions.readPending);
    return this.history(company, id, query);
  }
}
