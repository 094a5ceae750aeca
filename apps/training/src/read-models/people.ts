import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  covers,
  type FieldError,
  type PersonnelState,
  reachOf,
} from '@safety/contracts';
import { archivedRow, CompanyTransactions, execute, keepNewest, unknownRow } from '@safety/persistence';
import { ProblemError, permissionDenied } from '@safety/platform';
import { DuePeople } from '../standings/due-people.js';
import { sees } from './people-in-sight.js';

/** A person, as far as it decides who may name them. */
export interface KnownPerson {
  id: string;
  userId: string | null;
  archived: boolean;
  /** Archived, or employed no more. */
  gone: boolean;
  /** From the root down to the org structure by which the person is in sight. */
  pathIds: string[];
}

/** The people of a company, as personnel-org publishes them. */
@Injectable()
export class People {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly due: DuePeople,
  ) {}

  async find({ companyId }: Pick<CompanyContext, 'companyId'>, ids: readonly string[]) {
    const { client } = this.transactions.current(companyId);
    const text = `SELECT p.id, p.user_id AS "userId", p.archived, NOT (${presentSql}) AS gone,
      coalesce(o.path_ids, '{}') AS "pathIds" FROM personnel AS p
      LEFT JOIN org_structures AS o
        ON o.company_id = p.company_id AND o.id = coalesce(p.org_structure_id, p.place_id)
      WHERE p.company_id = $1 AND p.id = ANY($2)`;
    const { rows } = await execute<KnownPerson>(client, text, [companyId, ids]);
    return new Map(rows.map((row) => [row.id, row]));
  }

  /** The errors of a person whom a body names; one out of sight is not there. */
  async faults(company: CompanyContext, pointer: string, id: string | null): Promise<FieldError[]> {
    return id === null ? [] : faultsOf(company, pointer, await this.one(company, id));
  }

  /**
   * The errors of `personnelId` of a body that writes what concerns the person, and whether the person is
   * gone. Throws 403 for one in sight whom the caller may not write.
   */
  async named(
    company: CompanyContext,
    personnelId: string,
  ): Promise<{ faults: FieldError[]; gone: boolean }> {
    const person = await this.one(company, personnelId);
    if (person && sees(company, person) && !mayWrite(company, person))
      throw permissionDenied('training.write');
    return { faults: faultsOf(company, '/personnelId', person), gone: person?.gone ?? false };
  }

  /** Throws 403 unless the caller may write what concerns a person. */
  async authorise(company: CompanyContext, personnelId: string): Promise<void> {
    const person = await this.one(company, personnelId);
    if (!person || !mayWrite(company, person)) throw permissionDenied('training.write');
  }

  /** Those of some people whom the caller does not see, or may not write what concerns them. */
  async unwritable(company: CompanyContext, ids: readonly string[]): Promise<string[]> {
    const known = await this.find(company, ids);
    return ids.filter((id) => {
      const person = known.get(id);
      return !person || !sees(company, person) || !mayWrite(company, person);
    });
  }

  /** Throws 409 for a person who takes no seat any more: `archived`, or `invalid-state` for one who left. */
  async refuseGone(company: CompanyContext, personnelId: string): Promise<void> {
    const person = await this.one(company, personnelId);
    refusePersonArchived(company, person);
    if (person?.gone) throw hasLeft();
  }

  /** Keeps a state unless a newer one is known. */
  async keep(companyId: string, person: PersonnelState): Promise<void> {
    const { client, startedAt } = this.transactions.current(companyId);
    await keepNewest(client, 'personnel', ['company_id', 'id'], {
      company_id: companyId,
      id: person.id,
      version: person.version,
      display_name: person.displayName,
      user_id: person.userId,
      org_structure_id: person.orgStructureId,
      place_id: person.placeId,
      job_title: person.jobTitle,
      employment_status: person.employmentStatus,
      line_manager_id: person.lineManagerId,
      working_since: person.workingSince,
      formerly: JSON.stringify(person.formerly),
      archived: person.archived,
      applied_at: await startedAt,
    });
    this.due.add(companyId, person.id);
  }

  private async one(company: CompanyContext, id: string): Promise<KnownPerson | undefined> {
    return (await this.find(company, [id])).get(id);
  }
}

/** The errors of a person whom a body names, from what `find` found. */
export function faultsOf(
  company: CompanyContext,
  pointer: string,
  person: KnownPerson | undefined,
): FieldError[] {
  if (!person || !sees(company, person)) return [unknownRow(pointer, 'person')];
  return person.archived ? [archivedRow(pointer, 'person')] : [];
}

/** Whether a person may be given a seat in a class; `p` is the person. */
export const presentSql = `NOT p.archived AND p.employment_status IS DISTINCT FROM 'terminated'`;

function refusePersonArchived(company: CompanyContext, person: KnownPerson | undefined): void {
  if (!person?.archived) return;
  const isRead = covers(reachOf(company, 'personnel.read'), person.pathIds);
  throw new ProblemError('archived', {
    detail: 'The person is archived: restore them first.',
    extensions: { references: isRead ? [{ resource: 'personnel', id: person.id }] : [] },
  });
}

/** 409: the person is employed no more. */
export const hasLeft = (): ProblemError =>
  new ProblemError('invalid-state', {
    detail: 'The person has left.',
    extensions: { currentStatus: 'terminated', allowedTransitions: [] },
  });

export const mayWrite = (company: CompanyContext, { pathIds }: KnownPerson): boolean =>
  covers(reachOf(company, 'training.write'), pathIds);
