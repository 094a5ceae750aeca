import { Injectable } from '@nestjs/common';
import { type SavePersonnel, sensitiveMembers } from '@safety/contracts';
import type { CompanyActor } from '@safety/persistence';
import { EncryptedMembers } from '../encryption/encrypted-members.js';
import { unreadable } from '../encryption/unreadable.js';
import type { Person } from './person.entity.js';

export type Sensitive = (typeof sensitiveMembers)[number];

/** The sensitive members of a person as they are read. */
export type OpenMembers = Pick<SavePersonnel, Sensitive> & { unreadable?: readonly Sensitive[] };

export const noMembers: OpenMembers = { dateOfBirth: null, sex: null, address: null };

const placeOf = (id: string, member: Sensitive) => ({ table: 'personnel', id, member });

/** Encrypts and decrypts the sensitive members of people. */
@Injectable()
export class SensitivePersonnel {
  constructor(private readonly encryptedMembers: EncryptedMembers) {}

  /** Announces that the transaction is going to encrypt members. Call it before any row is locked. */
  begin(company: CompanyActor): Promise<void> {
    return this.encryptedMembers.begin(company);
  }

  /** The sensitive members of people, by their ids. */
  async decryptAll(
    company: CompanyActor,
    people: readonly Pick<Person, 'id' | Sensitive>[],
  ): Promise<Map<string, OpenMembers>> {
    const values = people.flatMap((person) =>
      sensitiveMembers.map((member) => ({ place: placeOf(person.id, member), encrypted: person[member] })),
    );
    const decrypted = await this.encryptedMembers.decryptAll(company, values);
    const each = sensitiveMembers.length;
    return new Map(
      people.map(({ id }, index) => {
        const own = sensitiveMembers.map((member, at) => [member, decrypted[index * each + at]] as const);
        const lost = own.filter(([, value]) => value === unreadable).map(([member]) => member);
        const shown = own.map(([member, value]) => [member, value === unreadable ? null : value]);
        return [id, { ...Object.fromEntries(shown), unreadable: lost } as OpenMembers];
      }),
    );
  }

  async open(company: CompanyActor, person: Pick<Person, 'id' | Sensitive>): Promise<OpenMembers> {
    return (await this.decryptAll(company, [person])).get(person.id) ?? noMembers;
  }

  /**
   * The members as they are stored. One that stays as it was keeps its bytes, so that no change is recorded.
   * One that does not open is replaced where the request gives it, by null too.
   */
  async encrypt(
    company: CompanyActor,
    id: string,
    wanted: OpenMembers,
    before?: Pick<Person, 'id' | Sensitive>,
    given?: (member: Sensitive) => unknown,
  ): Promise<Pick<Person, Sensitive>> {
    const known = before && (await this.open(company, before));
    const stored: Pick<Person, Sensitive> = { dateOfBirth: null, sex: null, address: null };
    for (const member of sensitiveMembers) {
      const isReplaced = before && known?.unreadable?.includes(member) && given?.(member) !== undefined;
      if (isReplaced) await this.encryptedMembers.beginReplacing(company, before[member]);
      const isSame = known && !isReplaced && JSON.stringify(known[member]) === JSON.stringify(wanted[member]);
      stored[member] = isSame
        ? before[member]
        : await this.encryptedMembers.encrypt(company, placeOf(id, member), wanted[member]);
    }
    return stored;
  }
}
