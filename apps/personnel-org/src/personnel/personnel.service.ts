import { Injectable } from '@nestjs/common';
import {
  type ChangePage,
  type CompanyContext,
  covers,
  type GetPersonnel,
  type ListChanges,
  type ListPersonnel,
  type Page,
  type Personnel,
  type PersonnelDetails,
  reachOf,
  type SavePersonnel,
} from '@safety/contracts';
import { type Change, permissionDenied, refuseFaults } from '@safety/platform';
import { WorkHistoryService } from '../work-history/work-history.service.js';
import { withoutDerived } from './managed-by-history.js';
import { dateFaults } from './person-dates.js';
import { PersonReferences } from './person-references.js';
import type { PersonToday } from './person-today.entity.js';
import { presented } from './personnel-presentation.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';
import { maySeeSensitive, refuseSensitive, withoutSensitive } from './sensitive-members.js';

/** Reading and changing people. */
@Injectable()
export class PersonnelService {
  constructor(
    private readonly records: PersonnelRecords,
    private readonly today: PersonnelToday,
    private readonly history: WorkHistoryService,
    private readonly references: PersonReferences,
  ) {}

  async page(company: CompanyContext, query: ListPersonnel): Promise<Page<Personnel>> {
    await this.today.begin(company, query.asOf);
    const page = await this.today.list(company, query);
    return { ...page, data: page.data.map((person) => presented(company, person)) };
  }

  async get(company: CompanyContext, id: string, { asOf }: GetPersonnel): Promise<PersonnelDetails> {
    await this.today.begin(company, asOf);
    return presented(company, await this.today.get(company, id));
  }

  /** A person after a write. */
  written(company: CompanyContext, id: string): Promise<Personnel> {
    return this.records.written(company, id);
  }

  async audit(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    await this.today.begin(company);
    return this.records.history(company, id, query);
  }

  async change(company: CompanyContext, id: string, change: Change<SavePersonnel>): Promise<Personnel> {
    const today = await this.today.begin(company);
    const namesManager = typeof change.given('lineManagerId') === 'string';
    if (namesManager) await this.references.managers.takeTurns(company);
    await this.records.change(company, id, change, {
      authorise: async () => authoriseChange(company, await this.today.get(company, id), change),
      values: async (body, { userId }) => {
        const values = storable(company, await this.today.get(company, id), body);
        refuseFaults([
          ...(await this.references.faults(company, {
            // A user who has left the company since may stay where they are.
            userId: body.userId === userId ? null : body.userId,
            lineManagerId: namesManager ? body.lineManagerId : null,
          })),
          ...dateFaults({ dateOfBirth: null, ...values }, today),
          ...(await this.history.hireDateFaults(company, id, values.hireDate)),
        ]);
        if (body.lineManagerId !== null && namesManager)
          await this.references.managers.checkCycle(company, id, body.lineManagerId);
        return values;
      },
    });
    return this.records.written(company, id);
  }
}

/** Throws 403 unless the caller may write the person, and the sensitive members that the body gives. */
function authoriseChange(
  company: CompanyContext,
  { placeIds }: PersonToday,
  change: Change<SavePersonnel>,
): void {
  if (!covers(reachOf(company, 'personnel.write'), placeIds ?? [])) throw permissionDenied('personnel.write');
  if (!maySeeSensitive(company, placeIds)) refuseSensitive((member) => change.given(member));
}

function storable(company: CompanyContext, current: PersonToday, body: SavePersonnel) {
  const person = withoutDerived(body, current);
  return maySeeSensitive(company, current.placeIds) ? person : withoutSensitive(person);
}
