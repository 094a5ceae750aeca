import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, reachOf } from '@safety/contracts';
import { ProblemError, permissionDenied } from '@safety/platform';
import { EncryptedMembers } from '../encryption/encrypted-members.js';
import { PersonnelRecords } from './personnel-records.js';
import { PersonnelToday } from './personnel-today.js';
import { maySeeSensitive } from './sensitive-members.js';

/** The rights to resources that are sensitive as a whole: emergency contacts and payroll. */
@Injectable()
export class SensitiveAccess {
  constructor(
    private readonly records: PersonnelRecords,
    private readonly today: PersonnelToday,
    private readonly encryptedMembers: EncryptedMembers,
  ) {}

  /** Throws 404 for a person out of sight, 403 without the permission at the person's place. */
  async demandRead(company: CompanyContext, personnelId: string): Promise<void> {
    await this.today.begin(company);
    const { placeIds } = await this.today.get(company, personnelId);
    if (!maySeeSensitive(company, placeIds)) throw permissionDenied('personnel.sensitive');
  }

  /**
   * The same, then 404 by `find` for a part that the person does not have, 403 for the permission to write,
   * and 409 when the person is archived. Locks the person. Resolves with what was found.
   */
  async demandWrite<Found = undefined>(
    company: CompanyContext,
    personnelId: string,
    find?: () => Promise<Found>,
  ): Promise<Found | undefined> {
    await this.today.begin(company);
    await this.encryptedMembers.begin(company);
    const { archived } = await this.records.hold(company, personnelId);
    const { placeIds } = await this.today.get(company, personnelId);
    if (!maySeeSensitive(company, placeIds)) throw permissionDenied('personnel.sensitive');
    const found = await find?.();
    if (!covers(reachOf(company, 'personnel.write'), placeIds ?? []))
      throw permissionDenied('personnel.write');
    if (archived) throw new ProblemError('archived', { detail: 'The person is archived.' });
    return found;
  }
}
