import { Injectable } from '@nestjs/common';
import type { Associate as AssociateResource, CompanyContext } from '@safety/contracts';
import { Views } from '@safety/persistence';
import { dateIn } from '@safety/platform';
import { JobTitleRows } from '../job-titles/job-titles.rows.js';
import type { Associate } from './associate.entity.js';
import { displayName } from './associates.rows.js';

/** Associates with the names of their job titles, and whether their validity has passed. */
@Injectable()
export class AssociateViews extends Views<Associate, AssociateResource> {
  constructor(private readonly jobTitles: JobTitleRows) {
    super();
  }

  async of(company: CompanyContext, associates: readonly Associate[]): Promise<AssociateResource[]> {
    const named = associates.map(({ jobTitleId }) => jobTitleId).filter((id) => id !== null);
    const titles = new Map((await this.jobTitles.findAll(company, named)).map(({ id, name }) => [id, name]));
    const today = dateIn(company.timeZone, await this.jobTitles.startedAt(company));
    return associates.map((associate) => ({
      ...associate,
      displayName: displayName(associate),
      jobTitleName: titles.get(associate.jobTitleId ?? '') ?? null,
      expired: associate.validTo !== null && associate.validTo < today,
    }));
  }
}
