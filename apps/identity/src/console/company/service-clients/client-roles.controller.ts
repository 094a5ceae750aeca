import { Controller } from '@nestjs/common';
import { consolePaths } from '../../../paths/console.js';
import { HeldRolesController } from '../held-roles/held-roles.controller.js';
import { type Holder, holderOfClient } from '../held-roles/holder.js';
import { CompanyPages } from '../visit/company-pages.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { clientOf } from './service-clients.js';

/** The roles by which a client acts as itself, and where. */
@Controller(`${consolePaths.companies}/:companyId/clients/:id/roles`)
@CompanyPages()
export class ClientRolesController extends HeldRolesController {
  protected async holder(company: CompanyVisit, id: string): Promise<Holder> {
    return holderOfClient(company, await clientOf(company, id));
  }
}
