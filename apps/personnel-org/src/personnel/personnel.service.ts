import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  covers,
  emailFaults,
  type Personnel,
  reachOf,
  type SavePersonnel,
  sensitiveMembers,
} from '@safety/contracts';
import { type Change, permissionDenied, refuseFaults } from '@safety/platform';
import { HistoryStart } from './history-start.js';
import { withoutDerived } from './managed-by-history.js';
import { dateFaults } from './person-dates.js';
import { PersonReferences } from './person-references.js';
import type { PersonToday } from './person-today.entity.js';
import { PersonnelPresenter } from './personnel-presenter.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';
import { maySeeSensitive, refuseSensitive } from './sensitive-members.js';
import { noMembers, SensitivePersonnel } from './sensitive-personnel.js';

/** Changing people. */
@Injectable()
export class PersonnelService {
  constructor(
    private readonly records: PersonnelRecords,
    private readonly today: PersonnelToday,
    private readonly start: HistoryStart,
    private readonly references: PersonReferences,
    private readonly sensitive: SensitivePersonnel,
    private readonly presenter: PersonnelPresenter,
  ) {}

  async change(company: CompanyContext, id: string, change: Change<SavePersonnel>): Promise<Personnel> {
    const today = await this.today.begin(company);
    if (sensitiveMembers.some((name) => change.given(name) !== undefined))
      await this.sensitive.begin(company);
    if (typeof change.given('lineManagerId') === 'string') await this.references.managers.takeTurns(company);
    let hiredOn = '';
    let before = noMembers;
    const changed = await this.records.change(company, id, change, {
      authorise: async () => authoriseChange(company, await this.today.get(company, id), change),
      read: async (row) => {
        before = await this.sensitive.open(company, row);
        return { ...row, ...before };
      },
      values: async (body, row) => {
        const current = await this.today.get(company, id);
        const { dateOfBirth, sex, address, ...given } = withoutDerived(body, change, current);
        const { employmentStatus } = current;
        const terminationDate = await this.start.terminationDate(
          company,
          { ...row, employmentStatus },
          given,
          today,
        );
        const plain = { ...given, terminationDate };
        const sensitive = maySeeSensitive(company, current.placeIds)
          ? { dateOfBirth, sex, address }
          : undefined;
        // A user or a line manager who has left since may stay where they are.
        const lineManagerId = body.lineManagerId === row.lineManagerId ? null : body.lineManagerId;
        refuseFaults([
          ...(await this.references.faults(company, {
            userId: body.userId === row.userId ? null : body.userId,
            lineManagerId,
          })),
          ...this.references.ownUserFaults(company, row.userId, body.userId),
          // A date of birth that stays was right on its day: people grow older.
          ...dateFaults(
            { ...plain, dateOfBirth: dateOfBirth === before.dateOfBirth ? null : dateOfBirth },
            today,
          ),
          ...emailFaults(plain.email, row.email),
          ...(await this.start.faults(company, row, plain.hireDate)),
        ]);
        await this.start.demand(company, row, plain.hireDate);
        hiredOn = row.hireDate;
        if (lineManagerId !== null) await this.references.managers.checkCycle(company, [id], lineManagerId);
        // Without the permission the stored members stay.
        return sensitive
          ? {
              ...plain,
              ...(await this.sensitive.encrypt(company, id, sensitive, row, (member) =>
                change.given(member),
              )),
            }
          : plain;
      },
    });
    await this.start.follow(company, changed, hiredOn, today);
    return this.presenter.written(company, id);
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
