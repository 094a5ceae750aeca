import { Controller, Get, Post, Req } from '@nestjs/common';
import type { Page } from '@safety/contracts';
import { TakesBody, TakesId } from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import { consolePaths } from '../../../paths/console.js';
import { isWrongQuery } from '../../api/api-refusal.js';
import { type FormBody, formSchema } from '../../form-body.js';
import type { Answer } from '../../visit/visit.js';
import { isStale, refusedButton, refusedBy } from '../form/refused.js';
import { many, one, orNull, type Sent, sentOf } from '../form/sent.js';
import { overtaken } from '../form/stale.js';
import { permissionsToGive } from '../held-roles/givable-roles.js';
import { wordOf } from '../query.js';
import { CompanyPages, CurrentCompany } from '../visit/company-pages.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { archivePage, type CompanyRole, type RoleForm, roleFormPage } from './role-form.page.js';
import { rolePage, rolesPage } from './roles.page.js';

/** On one page. */
const LIMIT = 50;

const fieldsOf = ({ name, description, permissions }: CompanyRole): Sent => ({
  name: [name],
  description: [description ?? ''],
  permissions,
});

const roleOf = (sent: Sent) => ({
  name: one(sent, 'name'),
  description: orNull(one(sent, 'description')),
  permissions: many(sent, 'permissions'),
});

const stored = ({ accounts }: CompanyVisit, id: string): Promise<CompanyRole> => accounts.get(`/roles/${id}`);

/** The roles of a company: built-in ones to read, its own to keep. */
@Controller(`${consolePaths.companies}/:companyId/roles`)
@CompanyPages()
export class RolesController {
  @Get()
  async list(@CurrentCompany() company: CompanyVisit, @Req() { query }: FastifyRequest): Promise<Answer> {
    company.demand('roles');
    const { cursor, archived } = query as Record<string, unknown>;
    const onlyArchived = archived !== undefined;
    try {
      const found = await company.accounts.get<Page<CompanyRole>>('/roles', {
        limit: LIMIT,
        cursor: wordOf(cursor) || undefined,
        includeArchived: onlyArchived ? 'only' : undefined,
      });
      return company.show(rolesPage(company, found, onlyArchived));
    } catch (error) {
      // A cursor that is over begins the list again.
      if (isWrongQuery(error) && cursor !== undefined) {
        const { roles } = company.paths;
        return company.goTo(onlyArchived ? `${roles}?archived` : roles);
      }
      throw error;
    }
  }

  @Get('new')
  async form(@CurrentCompany() company: CompanyVisit): Promise<Answer> {
    company.demand('roles');
    return this.showForm(company, { sent: {} });
  }

  @Post('new')
  async create(
    @CurrentCompany() company: CompanyVisit,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    company.demand('roles');
    const sent = sentOf(body);
    try {
      const added = await company.accounts.send<CompanyRole>('POST', '/roles', { body: roleOf(sent) });
      return company.goTo(company.paths.role(added.id), 'roleSaved');
    } catch (error) {
      const refused = refusedBy(error, { text: company.text, giving: 'permissions' });
      return this.showForm(company, { sent, refused });
    }
  }

  @Get(':id')
  async show(@CurrentCompany() company: CompanyVisit, @TakesId() id: string): Promise<Answer> {
    company.demand('roles');
    return company.show(rolePage(company, await stored(company, id)));
  }

  @Get(':id/edit')
  async edit(@CurrentCompany() company: CompanyVisit, @TakesId() id: string): Promise<Answer> {
    company.demand('roles');
    const role = await stored(company, id);
    if (role.builtIn || role.archived) return company.goTo(company.paths.role(id));
    return this.showForm(company, { role, sent: fieldsOf(role) });
  }

  @Post(':id/edit')
  async change(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    company.demand('roles');
    const sent = sentOf(body);
    try {
      const change = { body: roleOf(sent), version: one(sent, 'version') };
      await company.accounts.send('PATCH', `/roles/${id}`, change);
      return company.goTo(company.paths.role(id), 'roleSaved');
    } catch (error) {
      const { text } = company;
      const role = await stored(company, id);
      const refused = isStale(error)
        ? overtaken(text, sent, { ...fieldsOf(role) })
        : refusedBy(error, { text, giving: 'permissions' });
      return this.showForm(company, { role, sent, refused });
    }
  }

  @Get(':id/archive')
  async ask(@CurrentCompany() company: CompanyVisit, @TakesId() id: string): Promise<Answer> {
    company.demand('roles');
    return company.show(archivePage(company, await stored(company, id)));
  }

  @Post(':id/archive')
  async archive(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    company.demand('roles');
    try {
      await company.accounts.send('DELETE', `/roles/${id}`, { version: one(sentOf(body), 'version') });
      return company.goTo(company.paths.roles, 'roleArchived');
    } catch (error) {
      const refused = refusedButton(error, company.text);
      return company.show(archivePage(company, await stored(company, id), refused), refused.status);
    }
  }

  @Post(':id/restore')
  async restore(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    company.demand('roles');
    try {
      await company.accounts.send('PUT', `/roles/${id}/restore`, { version: one(sentOf(body), 'version') });
      return company.goTo(company.paths.role(id), 'roleRestored');
    } catch (error) {
      const refused = refusedButton(error, company.text);
      return company.show(rolePage(company, await stored(company, id), refused), refused.status);
    }
  }

  private async showForm(company: CompanyVisit, form: Omit<RoleForm, 'givable'>): Promise<Answer> {
    const givable = await permissionsToGive(company);
    return company.show(roleFormPage(company, { ...form, givable }), form.refused?.status);
  }
}
