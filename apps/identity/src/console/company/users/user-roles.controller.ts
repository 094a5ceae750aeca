import { Controller } from '@nestjs/common';
import { consolePaths } from '../../../paths/console.js';
import { HeldRolesController } from '../held-roles/held-roles.controller.js';
import type { Holder } from '../held-roles/holder.js';
import { CompanyPages } from '../visit/company-pages.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { holderOf } from './known-users.js';

/** The roles that a user holds, and where. */
@Controller(`${consolePaths.companies}/:companyId/users/:id/roles`)
@CompanyPages()
export class UserRolesController extends HeldRolesController {
  protected holder(company: CompanyVisit, id: string): Promise<Holder> {
    return holderOf(company, id);
  }
}
