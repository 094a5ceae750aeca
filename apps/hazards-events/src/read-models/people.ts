import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError, PersonnelState } from '@safety/contracts';
import { archivedRow, CompanyTransactions, execute, type NamedRow } from '@safety/persistence';
import { NamedReadModel } from './named-read-model.js';

const hasLeft = { code: 'not-allowed', detail: 'The person has left.' } as const;

/** The people of a company, as personnel-org publishes them. */
@Injectable()
export class People extends NamedReadModel<PersonnelState> {
  constructor(transactions: CompanyTransactions) {
    super(transactions, {
      table: 'personnel',
      what: 'person',
      columns: ({ displayName, userId, orgStructureId, placeId, lineManagerId, employmentStatus }) => ({
        display_name: displayName,
        user_id: userId,
        org_structure_id: orgStructureId,
        place_id: placeId,
        line_manager_id: lineManagerId,
        employment_status: employmentStatus,
      }),
      sight: {
        permission: 'personnel.read',
        ownedBy: 'r.user_id',
        at: 'o.id = coalesce(r.org_structure_id, r.place_id)',
      },
    });
  }

  /** The errors of people to whom a body gives something to do; `kept` have it already. */
  async assigneeFaults(
    company: CompanyContext,
    named: readonly NamedRow[],
    kept: ReadonlySet<string>,
  ): Promise<FieldError[]> {
    const faults = await this.faults(company, named, kept);
    const wrong = new Set(faults.map(({ pointer }) => pointer));
    const right = named.filter(({ id, pointer }) => !kept.has(id) && !wrong.has(pointer));
    return [...faults, ...(await this.goneFaults(company.companyId, right))];
  }

  /** The errors of people, named before, who do nothing any more: those who are archived or have left. */
  async goneFaults(companyId: string, named: readonly NamedRow[]): Promise<FieldError[]> {
    if (named.length === 0) return [];
    const text = `SELECT id, archived FROM personnel
      WHERE company_id = $1 AND id = ANY($2) AND (archived OR employment_status = 'terminated')`;
    const { client } = this.transactions.current(companyId);
    const ids = named.map(({ id }) => id);
    const { rows } = await execute<{ id: string; archived: boolean }>(client, text, [companyId, ids]);
    const archivedById = new Map(rows.map(({ id, archived }) => [id, archived]));
    return named
      .filter(({ id }) => archivedById.has(id))
      .map(({ pointer, id }) =>
        archivedById.get(id) ? archivedRow(pointer, 'person') : { ...hasLeft, pointer },
      );
  }

  /** The active personnel record of a user, or none. Of several, which nothing forbids, always the same. */
  async idOfUser(companyId: string, userId: string): Promise<string | null> {
    const transaction = this.transactions.current(companyId);
    const text = `SELECT id FROM personnel WHERE company_id = $1 AND user_id = $2 AND NOT archived
      ORDER BY id LIMIT 1`;
    const { rows } = await transaction.read<{ id: string }>(text, [companyId, userId]);
    return rows[0]?.id ?? null;
  }

  /** All personnel records of a user, archived ones too. */
  async idsOfUser(companyId: string, userId: string): Promise<string[]> {
    const transaction = this.transactions.current(companyId);
    const text = 'SELECT id FROM personnel WHERE company_id = $1 AND user_id = $2';
    const { rows } = await transaction.read<{ id: string }>(text, [companyId, userId]);
    return rows.map(({ id }) => id);
  }

  /** The line manager of a person, or none. */
  async lineManagerOf(companyId: string, personnelId: string): Promise<string | null> {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT m.id FROM personnel AS p JOIN personnel AS m
        ON m.company_id = $1 AND m.id = p.line_manager_id AND NOT m.archived
      WHERE p.company_id = $1 AND p.id = $2`;
    const { rows } = await execute<{ id: string }>(client, text, [companyId, personnelId]);
    return rows[0]?.id ?? null;
  }

  /** The user that a person signs in as, or none. */
  async userOf(companyId: string, personnelId: string): Promise<string | null> {
    const { client } = this.transactions.current(companyId);
    const text = 'SELECT user_id AS "userId" FROM personnel WHERE company_id = $1 AND id = $2';
    const { rows } = await execute<{ userId: string | null }>(client, text, [companyId, personnelId]);
    return rows[0]?.userId ?? null;
  }
}
