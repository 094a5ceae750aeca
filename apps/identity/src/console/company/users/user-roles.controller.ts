import { Controller, Get, Post } from '@nestjs/common';
import type { companyRoleAssignmentSchema } from '@safety/contracts';
import { idSchema } from '@safety/contracts';
import { notFound, TakesBody, TakesId, TakesParam } from '@safety/platform';
import type { z } from 'zod';
import { consolePaths } from '../../../paths/console.js';
import { type FormBody, formSchema } from '../../form-body.js';
import type { Answer } from '../../visit/visit.js';
import { isStale, type Refused, refusedBy } from '../form/refused.js';
import { one, type Sent, sentOf } from '../form/sent.js';
import { overtaken } from '../form/stale.js';
import { roleName } from '../messages/messages.js';
import { placesOf } from '../places/place-choice.js';
import { hierarchy, pathsOf } from '../places/places.js';
import { CompanyPages, CurrentCompany } from '../visit/company-pages.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { rolesToGive, userOf } from './company-users.js';
import { type HeldRole, heldRolePage, takeRolePage } from './held-role.page.js';
import { fieldOfRole } from './role-fields.js';

type Stored = z.output<typeof companyRoleAssignmentSchema>;

const fieldsOf = ({ roleId, orgStructureRelationshipIds: places }: Stored): Sent => ({
  roleId: [roleId],
  reach: [places.length === 0 ? 'everywhere' : 'places'],
  places,
});

/** The roles that a user holds, and where. */
@Controller(`${consolePaths.companies}/:companyId/users/:id/roles`)
@CompanyPages()
export class UserRolesController {
  @Get('new')
  async form(@CurrentCompany() company: CompanyVisit, @TakesId() id: string): Promise<Answer> {
    company.demand('roles');
    return this.show(company, id, { sent: { reach: ['everywhere'] } });
  }

  @Post('new')
  async give(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    company.demand('roles');
    const sent = sentOf(body);
    const given = givenOf(company, sent);
    if ('faults' in given) return this.show(company, id, { sent, refused: given });
    try {
      await company.accounts.send('POST', '/roleassignments', { body: { userId: id, ...given } });
    } catch (error) {
      return this.show(company, id, { sent, refused: refusal(error, company) });
    }
    return company.goTo(company.paths.user(id), 'roleGiven');
  }

  @Get(':assignmentId')
  async edit(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesParam('assignmentId', idSchema) assignmentId: string,
  ): Promise<Answer> {
    company.demand('roles');
    const stored = await this.stored(company, id, assignmentId);
    return this.show(company, id, { stored, sent: fieldsOf(stored) });
  }

  @Post(':assignmentId')
  async change(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesParam('assignmentId', idSchema) assignmentId: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    company.demand('roles');
    const stored = await this.stored(company, id, assignmentId);
    const sent = sentOf(body);
    const given = givenOf(company, sent);
    if ('faults' in given) return this.show(company, id, { stored, sent, refused: given });
    try {
      const path = `/roleassignments/${assignmentId}`;
      await company.accounts.send('PATCH', path, { body: given, version: one(sent, 'version') });
    } catch (error) {
      const refused = isStale(error) ? await this.overtaken(company, sent, stored) : refusal(error, company);
      return this.show(company, id, { stored, sent, refused });
    }
    return company.goTo(company.paths.user(id), 'roleChanged');
  }

  @Get(':assignmentId/remove')
  async ask(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesParam('assignmentId', idSchema) assignmentId: string,
  ): Promise<Answer> {
    company.demand('roles');
    return this.showQuestion(company, id, await this.stored(company, id, assignmentId));
  }

  @Post(':assignmentId/remove')
  async take(
    @CurrentCompany() company: CompanyVisit,
    @TakesId() id: string,
    @TakesParam('assignmentId', idSchema) assignmentId: string,
    @TakesBody(formSchema) body: FormBody,
  ): Promise<Answer> {
    company.demand('roles');
    const stored = await this.stored(company, id, assignmentId);
    const { assignments } = await userOf(company, id);
    try {
      const version = one(sentOf(body), 'version');
      await company.accounts.send('DELETE', `/roleassignments/${assignmentId}`, { version });
    } catch (error) {
      const refused = isStale(error)
        ? { faults: {}, failure: company.text.changedMeanwhile, status: 412 }
        : refusedBy(error, { text: company.text });
      return this.showQuestion(company, id, stored, refused);
    }
    // Without a role, a user no longer belongs to the company.
    return assignments.length > 1
      ? company.goTo(company.paths.user(id), 'roleTaken')
      : company.goTo(company.paths.users, 'userRemoved');
  }

  /** What the role is by now, in the names that people know. */
  private async overtaken(company: CompanyVisit, sent: Sent, stored: Stored): Promise<Refused> {
    const { text } = company;
    const ids = stored.orgStructureRelationshipIds;
    const [roles, paths] = await Promise.all([rolesToGive(company), pathsOf(company, ids)]);
    const name = roles.find(({ id }) => id === stored.roleId)?.name ?? stored.roleId;
    const where = ids.map((id) => paths.get(id) ?? id).join(', ') || text.everywhere;
    const { faults, ...refused } = overtaken(text, sent, fieldsOf(stored));
    const { roleId, reach, places } = faults;
    return {
      ...refused,
      faults: {
        ...(roleId && { roleId: text.isNow(roleName(text, name)) }),
        ...((reach || places) && { reach: text.isNow(where) }),
      },
    };
  }

  /** Throws 404 for an assignment of another user. */
  private async stored({ accounts }: CompanyVisit, userId: string, id: string): Promise<Stored> {
    const found = await accounts.get<Stored>(`/roleassignments/${id}`);
    if (found.userId !== userId || found.archived) throw notFound('role of the user');
    return found;
  }

  private async show(
    company: CompanyVisit,
    id: string,
    form: Pick<HeldRole, 'stored' | 'sent' | 'refused'>,
  ): Promise<Answer> {
    const [user, roles, nodes] = await Promise.all([
      userOf(company, id),
      rolesToGive(company),
      hierarchy(company),
    ]);
    return company.show(heldRolePage(company, { ...form, user, roles, nodes }), form.refused?.status);
  }

  private async showQuestion(
    company: CompanyVisit,
    id: string,
    stored: Stored,
    refused?: Refused,
  ): Promise<Answer> {
    const user = await userOf(company, id);
    return company.show(takeRolePage(company, user, stored, refused), refused?.status);
  }
}

type Given = { roleId: string; orgStructureRelationshipIds: string[] };

function givenOf({ text }: CompanyVisit, sent: Sent): Given | Refused {
  const [roleId, places] = [one(sent, 'roleId'), placesOf(sent, text)];
  const faults = {
    ...(roleId === '' && { roleId: text.faults.choose }),
    ...('fault' in places && { reach: places.fault }),
  };
  if ('fault' in places || roleId === '') return { faults, status: 422 };
  return { roleId, orgStructureRelationshipIds: places.ids };
}

const refusal = (error: unknown, { text }: CompanyVisit): Refused =>
  refusedBy(error, {
    text,
    fieldOf: fieldOfRole,
    giving: 'roleId',
    sentences: { 'roleId duplicate': text.faults.roleHeld },
  });
