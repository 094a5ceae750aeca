import { Controller, Get } from '@nestjs/common';
import { ProblemError } from '@safety/platform';
import { consolePath } from '../../paths/console.js';
import { CompanyVisits } from '../company/visit/company-visits.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { type OwnProfile, ownProfilePath } from './own-profile.js';
import { profilePage } from './profile.page.js';

/** Shows the user's data. Accounts owns them, so they are changed there. */
@Controller(consolePath)
@VisitedPage()
export class ProfileController {
  constructor(private readonly companies: CompanyVisits) {}

  @Get()
  async show(@CurrentVisit() visit: Visit): Promise<Answer> {
    return visit.show(profilePage(visit, await this.known(visit)));
  }

  /** Nothing while accounts does not tell: the console begins here, and works without it. */
  private async known(visit: Visit): Promise<OwnProfile | undefined> {
    const accounts = await this.companies.accounts(visit);
    try {
      return await accounts.get<OwnProfile>(ownProfilePath);
    } catch (error) {
      if (error instanceof ProblemError) return undefined;
      throw error;
    }
  }
}
