import { Injectable } from '@nestjs/common';
import type { AddPersonnel, CompanyContext, Personnel } from '@safety/contracts';
import { AssignablePlaces } from '../org-structures/assignable-places.js';
import { WorkHistoryService } from '../work-history/work-history.service.js';
import { LineManagers } from './line-managers.js';
import { checkDates } from './person-dates.js';
import { PersonnelNumbers } from './personnel-numbers.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';
import { maySeeSensitive, refuseSensitive } from './sensitive-members.js';

const PLACE_POINTER = '/initialHistory/orgStructureId';

/** Adding a person, who begins with a first record of work history. */
@Injectable()
export class NewPersonnelService {
  constructor(
    private readonly records: PersonnelRecords,
    private readonly today: PersonnelToday,
    private readonly places: AssignablePlaces,
    private readonly history: WorkHistoryService,
    private readonly managers: LineManagers,
    private readonly numbers: PersonnelNumbers,
  ) {}

  async add(company: CompanyContext, { initialHistory, ...person }: AddPersonnel): Promise<Personnel> {
    const today = await this.today.begin(company);
    const place = initialHistory.orgStructureId;
    const placeIds = await this.places.check(company, place, 'personnel.write', PLACE_POINTER);
    if (!maySeeSensitive(company, placeIds))
      refuseSensitive((member) => person[member as keyof typeof person]);
    checkDates(person, today);
    // Nobody reports to a person who does not exist yet, so there can be no circle.
    if (person.lineManagerId !== null) await this.managers.checkActive(company, person.lineManagerId);
    const personnelNumber = person.personnelNumber ?? (await this.numbers.next(company));
    const hasLeft = initialHistory.employmentStatus === 'terminated' && person.hireDate <= today;
    const terminationDate = person.terminationDate ?? (hasLeft ? person.hireDate : null);
    const added = await this.records.add(company, { ...person, terminationDate, personnelNumber });
    await this.history.begin(company, added, initialHistory, today);
    return this.records.tell(company, added.id);
  }
}
