import { Controller, Get, Post, Req } from '@nestjs/common';
import type { Page, User } from '@safety/contracts';
import { TakesBody, TakesId } from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import { consolePaths } from '../../../paths/console.js';
import { isWrongQuery } from '../../api/api-refusal.js';
import { type FormBody, formSchema } from '../../form-body.js';
import type { Answer } from '../../visit/visit.js';
import { type Refused, refusedBy } from '../form/refused.js';
import { refusedFilter } from '../form/refused-filter.js';
import { isSearch } from '../form/search.js';
import { one, type Sent, sentOf } from '../form/sent.js';
import { rolesOf, rolesToGive } from '../held-roles/givable-roles.js';
import { fieldOfRole } from '../held-roles/role-fields.js';
import { placesOffered } from '../places/offered-places.js';
import { placesOf } from '../places/place-choice.js';
import { withQuery, wordOf } from '../query.js';
import { CompanyPages, CurrentCompany } from '../visit/company-pages.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import type { CompanyUser } from './company-users.js';
import { invitePage } from './invite.page.js';
import { shownUser } from './user.page.js';
import { usersPage } from './users.page.js';

/** On one page. */
const LIMIT = 25;

/** The users of a company. */
@Controller(`${consolePaths.companies}/:companyId/users`)
@CompanyPages()
export class CompanyUsersController {
  @Get()
  async list(@CurrentCompany() company: CompanyVisit, @Req() request: FastifyRequest): Promise<Answer> {
    company.demandSection('users');
    const query = request.query as Record<string, unknown>;
    const filter = { q: wordOf(query['q']), status: wordOf(query['status']), role: wordOf(query['role']) };
    const cursor = wordOf(query['cursor']);
    const roles = company.may('users') ? ((await rolesOf(company.accounts)) ?? []) : [];
    try {
      const asked = { limit: LIMIT, q: filter.q || undefined, cursor: cursor || undefined };
      const found = company.may('users')
        ? await company.accounts.get<Page<CompanyUser>>('/users', {
            ...asked,
            status: filter.status || undefined,
            roleId: filter.role || undefined,
          })
        : await company.personnelOrg.get<Page<User>>('/users', asked);
      return company.show(usersPage(company, { filter, roles, found }));
    } catch (error) {
      // A cursor that is over begins the list again.
      if (isWrongQuery(error) && cursor !== '') return company.goTo(withQuery(company.paths.users, filter));
      const { faults } = company.text;
      const refused = refusedFilter(error, company.text, {
        q: ['q', faults.searchTooShort],
        status: ['status', faults.choose],
        roleId: ['role', faults.choose],
      });
      return company.show(usersPage(company, { filter, roles, refused }), refused.status);
    }
  }

  @Get('new')
  async form(@CurrentCompany() company: CompanyVisit): Promise<Answer> {
    company.demand('users');
    return this.showInvite(company, { reach: ['everywhere'] });
  }

  @Post('new')
  async invite(
    @CurrentCompany() company: CompanyVisit,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    company.demand('users');
    const { text } = company;
    const sent = sentOf(body);
    if (isSearch(sent)) return this.showInvite(company, sent);
    const places = placesOf(sent, text);
    const roleId = one(sent, 'roleId');
    const faults = {
      ...(roleId === '' && { roleId: text.faults.choose }),
      ...('fault' in places && { reach: places.fault }),
    };
    if (Object.keys(faults).length > 0 || 'fault' in places)
      return this.showInvite(company, sent, { faults, status: 422 });
    try {
      const invited = await company.accounts.send<CompanyUser>('POST', '/users', {
        body: {
          email: one(sent, 'email'),
          givenName: one(sent, 'givenName'),
          familyName: one(sent, 'familyName'),
          roles: [{ roleId, orgStructureRelationshipIds: places.ids }],
        },
      });
      return company.goTo(company.paths.user(invited.id), 'userInvited');
    } catch (error) {
      const sentences = {
        'email duplicate': text.faults.userExists,
        'email invalid-format': text.faults.notAnEmail,
      };
      const refused = refusedBy(error, { text, fieldOf: fieldOfRole, giving: 'roleId', sentences });
      return this.showInvite(company, sent, refused);
    }
  }

  @Get(':id')
  async show(@CurrentCompany() company: CompanyVisit, @TakesId() id: string): Promise<Answer> {
    company.demandSection('users');
    return company.show(await shownUser(company, id));
  }

  private async showInvite(company: CompanyVisit, sent: Sent, refused?: Refused): Promise<Answer> {
    const [roles, places] = await Promise.all([rolesToGive(company), placesOffered(company, sent)]);
    return company.show(invitePage(company, { sent, roles, places, refused }), refused?.status);
  }
}
