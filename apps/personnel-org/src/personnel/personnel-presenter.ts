import { Injectable } from '@nestjs/common';
import { type CompanyContext, type Personnel, sensitiveMembers } from '@safety/contracts';
import { SensitiveReads } from '../encryption/sensitive-reads.js';
import type { PersonToday } from './person-today.entity.js';
import { presented } from './personnel-presentation.js';
import { PersonnelToday } from './personnel-today.js';
import { maySeeSensitive } from './sensitive-members.js';
import { noMembers, SensitivePersonnel } from './sensitive-personnel.js';

/**
 * Shows people to a caller: sensitive members where the caller may see them, each time with a record of it.
 */
@Injectable()
export class PersonnelPresenter {
  constructor(
    private readonly today: PersonnelToday,
    private readonly sensitive: SensitivePersonnel,
    private readonly reads: SensitiveReads,
  ) {}

  /** @param fields the members that the answer is reduced to */
  async present(
    company: CompanyContext,
    people: readonly PersonToday[],
    fields?: readonly string[],
  ): Promise<Personnel[]> {
    const asked = sensitiveMembers.filter((member) => fields?.includes(member) ?? true);
    const open = people.filter(({ placeIds }) => maySeeSensitive(company, placeIds));
    const shown = asked.length === 0 ? [] : open;
    const opened = await this.sensitive.decryptAll(company, shown);
    await this.reads.add(
      company,
      shown.map((person) => ({
        personnelId: person.id,
        members: asked.filter((member) => person[member] !== null),
      })),
    );
    const visible = new Set(open.map(({ id }) => id));
    return people.map((person) =>
      presented(person, visible.has(person.id) ? (opened.get(person.id) ?? noMembers) : undefined),
    );
  }

  /** A person after a write. */
  async written(company: CompanyContext, id: string): Promise<Personnel> {
    const [person] = await this.present(company, [await this.today.unrestricted.get(company, id)]);
    if (!person) throw new Error('A person who was written is presented');
    return person;
  }
}
