import { Injectable } from '@nestjs/common';
import { type AddPersonnel, type CompanyContext, emailFaults } from '@safety/contracts';
import { NumberSeries } from '@safety/persistence';
import { ProblemError, refuseFaults } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { WorkHistoryRows } from '../work-history/work-history.rows.js';
import type { Person } from './person.entity.js';
import { dateFaults } from './person-dates.js';
import { PersonReferences } from './person-references.js';
import { NUMBERS, PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';
import { givesSensitive, maySeeSensitive, refuseSensitive } from './sensitive-members.js';
import { SensitivePersonnel } from './sensitive-personnel.js';

/** Adding a person, who begins with a first record of work history. */
@Injectable()
export class NewPersonnelService {
  constructor(
    private readonly records: PersonnelRecords,
    private readonly today: PersonnelToday,
    private readonly history: WorkHistoryRows,
    private readonly references: PersonReferences,
    private readonly series: NumberSeries,
    private readonly sensitive: SensitivePersonnel,
  ) {}

  /** Resolves with the id. */
  async add(company: CompanyContext, { initialHistory, ...person }: AddPersonnel): Promise<string> {
    if (givesSensitive((member) => person[member])) await this.sensitive.begin(company);
    // Else a line manager could be archived meanwhile, whom nobody reports to yet.
    if (person.lineManagerId !== null) await this.references.managers.takeTurns(company, 'together');
    const today = await this.today.begin(company);
    const { faults, pathIds } = await this.references.firstPlace(company, initialHistory.orgStructureId);
    if (faults.length === 0 && !maySeeSensitive(company, pathIds))
      refuseSensitive((member) => person[member]);
    refuseFaults([
      ...faults,
      // Nobody reports to a person who does not exist yet, so there can be no circle.
      ...(await this.references.faults(company, person)),
      ...this.references.ownUserFaults(company, null, person.userId),
      ...(await this.references.managers.recordFaults(
        company,
        initialHistory.lineManagerId,
        '/initialHistory/lineManagerId',
      )),
      ...dateFaults(person, today),
      ...emailFaults(person.email),
    ]);
    const hasLeft = initialHistory.employmentStatus === 'terminated' && person.hireDate <= today;
    const terminationDate = person.terminationDate ?? (hasLeft ? person.hireDate : null);
    const id = newId();
    const encrypted = await this.sensitive.encrypt(company, id, person);
    const added = await this.numbered(company, person.personnelNumber, (personnelNumber) =>
      this.records.add(company, { ...person, ...encrypted, id, terminationDate, personnelNumber }),
    );
    await this.history.begin(company, added, initialHistory, today);
    return added.id;
  }

  /**
   * Adds a person with the number that was given, or with the next one. The unique key alone sees who gives
   * that one by hand at the same moment: the one behind it is tried then.
   */
  private async numbered(
    company: CompanyContext,
    given: string | undefined,
    add: (personnelNumber: string) => Promise<Person>,
  ): Promise<Person> {
    if (given !== undefined) return add(given);
    for (;;)
      try {
        return await add(await this.nextNumber(company));
      } catch (error) {
        if (!isNumberTaken(error)) throw error;
      }
  }

  private nextNumber(company: CompanyContext): Promise<string> {
    return this.series.next(company, NUMBERS, {
      has: (number) => this.records.hasNumber(company, number),
      lastInRow: (number) => this.records.lastInRow(company, number),
    });
  }
}

const isNumberTaken = (error: unknown): boolean =>
  error instanceof ProblemError &&
  error.code === 'duplicate' &&
  error.options.errors?.[0]?.pointer === '/personnelNumber';
