import { Injectable } from '@nestjs/common';
import { permissionDenied } from '@safety/auth-guard';
import {
  type CompanyContext,
  type ListPersonnel,
  type Page,
  type Personnel,
  reachOf,
  type SavePersonnel,
} from '@safety/contracts';
import type { Change } from '@safety/platform';
import { CompanyUsers } from '../company-users/company-users.js';
import { covers } from '../org-structures/reach.js';
import { WorkHistoryService } from '../work-history/work-history.service.js';
import { LineManagers } from './line-managers.js';
import { withoutDerived } from './managed-by-history.js';
import { checkDates } from './person-dates.js';
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
    private readonly managers: LineManagers,
    private readonly users: CompanyUsers,
  ) {}

  async page(company: CompanyContext, query: ListPersonnel): Promise<Page<Personnel>> {
    await this.today.begin(company);
    const page = await this.today.list(company, query);
    return { ...page, data: page.data.map((person) => presented(company, person)) };
  }

  async get(company: CompanyContext, id: string): Promise<Personnel> {
    await this.today.begin(company);
    return presented(company, await this.today.get(company, id));
  }

  async change(company: CompanyContext, id: string, change: Change<SavePersonnel>): Promise<Personnel> {
    const today = await this.today.begin(company);
    const namesManager = typeof change.given('lineManagerId') === 'string';
    if (namesManager) await this.managers.takeTurns(company);
    await this.records.change(company, id, change, {
      authorise: async () => authoriseChange(company, await this.today.get(company, id), change),
      values: async (body, { userId }) => {
        // A user who has left the company since may stay where they are.
        if (body.userId !== userId) await this.users.check(company, body.userId);
        if (namesManager) await this.checkManager(company, id, body.lineManagerId);
        const values = storable(company, await this.today.get(company, id), body);
        checkDates({ dateOfBirth: null, ...values }, today);
        await this.history.checkHireDate(company, id, values.hireDate);
        return values;
      },
    });
    return this.records.tell(company, id);
  }

  private async checkManager(company: CompanyContext, id: string, managerId: string | null): Promise<void> {
    if (managerId === null) return;
    await this.managers.checkActive(company, managerId);
    await this.managers.checkCycle(company, id, managerId);
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
