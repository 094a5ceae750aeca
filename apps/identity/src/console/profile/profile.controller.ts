import { Controller, Get } from '@nestjs/common';
import { consolePath } from '../../paths/console.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { profilePage } from './profile.page.js';

/** Shows the user's data. Accounts owns them, so they are changed there. */
@Controller(consolePath)
@VisitedPage()
export class ProfileController {
  @Get()
  async show(@CurrentVisit() visit: Visit): Promise<Answer> {
    return visit.show(profilePage(visit));
  }
}
