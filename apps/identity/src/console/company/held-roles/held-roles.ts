import { type companyRoleAssignmentSchema, isId } from '@safety/contracts';
import { notFound, type ProblemError } from '@safety/platform';
import type { z } from 'zod';
import { consolePaths } from '../../../paths/console.js';
import type { FormBody } from '../../form-body.js';
import type { Answer } from '../../visit/visit.js';
import { isStale, type Refused, refusedButton, refusedBy } from '../form/refused.js';
import { isSearch } from '../form/search.js';
import { one, type Sent, sentOf } from '../form/sent.js';
import { overtaken } from '../form/stale.js';
import { roleName } from '../messages/messages.js';
import { placesOffered } from '../places/offered-places.js';
import { placesOf } from '../places/place-choice.js';
import { pathsOf } from '../places/places.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { rolesToGive } from './givable-roles.js';
import { type HeldRole, heldRolePage, takeRolePage } from './held-role.page.js';
import type { Holder } from './holder.js';
import { fieldOfRole } from './role-fields.js';

type Stored = z.output<typeof companyRoleAssignmentSchema>;

const fieldsOf = ({ roleId, orgStructureRelationshipIds: places }: Stored): Sent => ({
  roleId: [roleId],
  reach: [places.length === 0 ? 'everywhere' : 'places'],
  places,
});

const notOfHolder = (): ProblemError => notFound('role of this holder');

/** The pages on which one holder is given roles, and loses them. */
export class HeldRoles {
  constructor(
    private readonly company: CompanyVisit,
    private readonly holder: Holder,
  ) {}

  newForm(): Promise<Answer> {
    return this.show({ sent: { reach: ['everywhere'] } });
  }

  async give(body: FormBody): Promise<Answer> {
    const sent = sentOf(body);
    if (isSearch(sent)) return this.show({ sent });
    const given = this.given(sent);
    if ('faults' in given) return this.show({ sent, refused: given });
    try {
      const assignment = { ...this.holder.named, ...given };
      await this.company.accounts.send('POST', '/roleassignments', { body: assignment });
    } catch (error) {
      return this.show({ sent, refused: this.refusal(error) });
    }
    return this.company.goTo(this.holder.path, 'roleGiven');
  }

  async form(id: string): Promise<Answer> {
    const stored = await this.stored(id);
    return this.show({ stored, sent: fieldsOf(stored) });
  }

  async change(id: string, body: FormBody): Promise<Answer> {
    const stored = await this.stored(id);
    const sent = sentOf(body);
    if (isSearch(sent)) return this.show({ stored, sent });
    const given = this.given(sent);
    if ('faults' in given) return this.show({ stored, sent, refused: given });
    try {
      const change = { body: given, version: one(sent, 'version') };
      await this.company.accounts.send('PATCH', `/roleassignments/${id}`, change);
    } catch (error) {
      const refused = isStale(error) ? await this.overtaken(sent, stored) : this.refusal(error);
      return this.show({ stored, sent, refused });
    }
    return this.company.goTo(this.holder.path, 'roleChanged');
  }

  async ask(id: string, refused?: Refused): Promise<Answer> {
    const page = takeRolePage(this.company, this.holder, await this.stored(id), refused);
    return this.company.show(page, refused?.status);
  }

  async take(id: string, body: FormBody): Promise<Answer> {
    const { company, holder } = this;
    await this.everHeld(id);
    try {
      const version = one(sentOf(body), 'version');
      await company.accounts.send('DELETE', `/roleassignments/${id}`, { version });
    } catch (error) {
      return this.ask(id, refusedButton(error, company.text));
    }
    // Without a role, a user no longer belongs to the company.
    if (!('userId' in holder.named) || holder.assignments.some((held) => held.id !== id))
      return company.goTo(holder.path, 'roleTaken');
    const isSelf = holder.named.userId === company.userId;
    return company.goTo(isSelf ? consolePaths.companies : company.paths.users, 'userRemoved');
  }

  /** Throws 404 for a role that this holder does not have. */
  private async stored(id: string): Promise<Stored> {
    const stored = await this.everHeld(id);
    if (stored.archived) throw notOfHolder();
    return stored;
  }

  /** The same of one that was taken away, too: the second of a double click asks for it again. */
  private async everHeld(id: string): Promise<Stored> {
    if (!isId(id)) throw notOfHolder();
    const stored = await this.company.accounts.get<Stored>(`/roleassignments/${id}`);
    const { userId, clientId } = { userId: null, clientId: null, ...this.holder.named };
    if (stored.userId !== userId || stored.clientId !== clientId) throw notOfHolder();
    return stored;
  }

  private given(sent: Sent): { roleId: string; orgStructureRelationshipIds: string[] } | Refused {
    const { text } = this.company;
    const [roleId, places] = [one(sent, 'roleId'), placesOf(sent, text)];
    const faults = {
      ...(roleId === '' && { roleId: text.faults.choose }),
      ...('fault' in places && { reach: places.fault }),
    };
    if ('fault' in places || roleId === '') return { faults, status: 422 };
    return { roleId, orgStructureRelationshipIds: places.ids };
  }

  private refusal(error: unknown): Refused {
    const { text } = this.company;
    const sentences = { 'roleId duplicate': text.faults.roleHeld };
    return refusedBy(error, { text, fieldOf: fieldOfRole, giving: 'roleId', sentences });
  }

  /** The role as it is by now, in the names that people know. */
  private async overtaken(sent: Sent, stored: Stored): Promise<Refused> {
    const { company } = this;
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

  private async show(form: Pick<HeldRole, 'stored' | 'sent' | 'refused'>): Promise<Answer> {
    const { company, holder } = this;
    const held = form.stored?.orgStructureRelationshipIds;
    const [roles, places] = await Promise.all([
      rolesToGive(company),
      placesOffered(company, form.sent, held),
    ]);
    const page = heldRolePage(company, { ...form, holder, roles, places });
    return company.show(page, form.refused?.status);
  }
}
