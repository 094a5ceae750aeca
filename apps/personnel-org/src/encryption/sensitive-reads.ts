import { Injectable } from '@nestjs/common';
import { actingUserOf, type CompanyActor, CompanyTransactions, execute } from '@safety/persistence';
import { requestContext } from '@safety/platform';

/** Sensitive members of one person that an answer holds. */
export interface SensitiveRead {
  personnelId: string;
  members: readonly string[];
}

/** Keeps for good who read which sensitive members of whom. Nothing of them is kept. */
@Injectable()
export class SensitiveReads {
  constructor(private readonly transactions: CompanyTransactions) {}

  /** Records reads in the transaction of the request: what cannot be recorded is not answered. */
  async add(company: CompanyActor, reads: readonly SensitiveRead[]): Promise<void> {
    const shown = reads.filter(({ members }) => members.length > 0);
    if (shown.length === 0) return;
    const { companyId } = company;
    const { client } = this.transactions.current(companyId);
    const { clientId = null, requestId = null } = requestContext() ?? {};
    const text = `INSERT INTO sensitive_reads (company_id, personnel_id, members, user_id, client_id, request_id)
      SELECT $1, r.personnel_id, r.members, $2, $3, $4
      FROM jsonb_to_recordset($5) AS r(personnel_id uuid, members text[])`;
    const rows = shown.map(({ personnelId, members }) => ({ personnel_id: personnelId, members }));
    await execute(client, text, [
      companyId,
      actingUserOf(company),
      clientId,
      requestId,
      JSON.stringify(rows),
    ]);
  }
}
