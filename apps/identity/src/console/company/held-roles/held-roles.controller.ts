import { Get, Post } from '@nestjs/common';
import { idSchema } from '@safety/contracts';
import { TakesBody, TakesId, TakesParam } from '@safety/platform';
import { type FormBody, formSchema } from '../../form-body.js';
import type { Answer } from '../../visit/visit.js';
import { CurrentCompany } from '../visit/company-pages.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { HeldRoles } from './held-roles.js';
import type { Holder } from './holder.js';

/** The pages of the roles that one holder has, and where: the same for a user and for a client. */
export abstract class HeldRolesController {
  @Get('new')
  async newForm(@CurrentCompany() company: CompanyVisit, @TakesId() id: string): Promise<Answer> {
    return (await this.of(company, id)).newForm();
  }

  @Post('new')
  async give(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    return (await this.of(company, id)).give(body);
  }

  @Get(':assignmentId')
  async form(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesParam('assignmentId', idSchema) assignmentId: string,
  ): Promise<Answer> {
    return (await this.of(company, id)).form(assignmentId);
  }

  @Post(':assignmentId')
  async change(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesParam('assignmentId', idSchema) assignmentId: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    return (await this.of(company, id)).change(assignmentId, body);
  }

  @Get(':assignmentId/remove')
  async ask(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesParam('assignmentId', idSchema) assignmentId: string,
  ): Promise<Answer> {
    return (await this.of(company, id)).ask(assignmentId);
  }

  @Post(':assignmentId/remove')
  async take(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesParam('assignmentId', idSchema) assignmentId: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    return (await this.of(company, id)).take(assignmentId, body);
  }

  /** Throws 404. */
  protected abstract holder(company: CompanyVisit, id: string): Promise<Holder>;

  private async of(company: CompanyVisit, id: string): Promise<HeldRoles> {
    company.demand('roles');
    return new HeldRoles(company, await this.holder(company, id));
  }
}
