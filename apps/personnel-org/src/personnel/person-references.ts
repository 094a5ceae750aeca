import { Injectable } from '@nestjs/common';
import { type CompanyContext, type FieldError, reachOf } from '@safety/contracts';
import { OrgStructures } from '@safety/persistence';
import { CompanyUsers } from '../company-users/company-users.js';
import { OrgStructureRows } from '../org-structures/org-structures.rows.js';
import { LineManagers } from './line-managers.js';

const NEEDED = { see: 'personnel.read', write: 'personnel.write' } as const;

/** Checks the user, the line manager and the first org structure that a person names. */
@Injectable()
export class PersonReferences {
  constructor(
    private readonly users: CompanyUsers,
    readonly managers: LineManagers,
    private readonly orgStructures: OrgStructures,
    private readonly places: OrgStructureRows,
  ) {}

  /** The errors of the org structure that a new person begins at, and the path to it. Throws 403. */
  async firstPlace(
    company: CompanyContext,
    id: string,
  ): Promise<{ faults: FieldError[]; pathIds: string[] | null }> {
    await this.places.takeTurns(company, 'together');
    const faults = await this.orgStructures.faults(company, id, NEEDED, '/initialHistory/orgStructureId');
    const found = await this.orgStructures.find(company.companyId, [id]);
    return { faults, pathIds: found.get(id)?.pathIds ?? null };
  }

  async faults(
    company: CompanyContext,
    { userId, lineManagerId }: { userId: string | null; lineManagerId: string | null },
  ): Promise<FieldError[]> {
    return [
      ...(await this.users.faults(company, userId)),
      ...(await this.managers.faults(company, lineManagerId)),
    ];
  }

  /**
   * The error of callers who give a record to themselves, or take it off. As that person they would act at
   * places where they may not, and judge what they have done. Those who write people everywhere are trusted
   * with it.
   */
  ownUserFaults(company: CompanyContext, before: string | null, after: string | null): FieldError[] {
    const isOwn = before !== after && [before, after].includes(company.userId);
    if (!isOwn || reachOf(company, NEEDED.write) === 'everywhere') return [];
    const detail = `Is yourself: ask somebody else who holds ${NEEDED.write}.`;
    return [{ pointer: '/userId', code: 'not-allowed', detail }];
  }
}
