import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  emailFaults,
  MAX_EMERGENCY_CONTACTS,
  type Page,
  type EmergencyContact as Resource,
  type SaveEmergencyContact,
} from '@safety/contracts';
import { type Change, notFound, type Precondition, refuseFaults } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { EncryptedMembers } from '../encryption/encrypted-members.js';
import { SensitiveReads } from '../encryption/sensitive-reads.js';
import { shownMembers, unreadable } from '../encryption/unreadable.js';
import type { EmergencyContact } from './emergency-contact.entity.js';
import { EmergencyContactRows } from './emergency-contacts.rows.js';
import { SensitiveAccess } from './sensitive-access.js';

type Details = Omit<SaveEmergencyContact, 'priority' | 'externalId'>;

/** Details in the order of the contract, as an answer shows those that do not open. */
const NOTHING: { [Name in keyof Details]: Details[Name] | null } & Pick<Details, 'customFields'> = {
  name: null,
  relationship: null,
  phonePrimary: null,
  phoneSecondary: null,
  email: null,
  address: null,
  notes: null,
  customFields: {},
};

const placeOf = (id: string) => ({ table: 'emergency_contacts', id, member: 'details' });

/** Whom to call when something happens to a person. */
@Injectable()
export class EmergencyContactsService {
  constructor(
    private readonly contacts: EmergencyContactRows,
    private readonly access: SensitiveAccess,
    private readonly encryptedMembers: EncryptedMembers,
    private readonly reads: SensitiveReads,
  ) {}

  async list(company: CompanyContext, personnelId: string): Promise<Page<Resource>> {
    await this.access.demandRead(company, personnelId);
    const data = await this.of(company, personnelId);
    const page = { limit: MAX_EMERGENCY_CONTACTS, hasMore: false, nextCursor: null, totalCount: data.length };
    return { data, page: { ...page, asOf: await this.contacts.startedAt(company) } };
  }

  async get(company: CompanyContext, personnelId: string, id: string): Promise<Resource> {
    await this.access.demandRead(company, personnelId);
    return this.shown(company, await this.contactOf(company, personnelId, id));
  }

  /** The contacts of a person for a caller who may read them, which is recorded. */
  async of(company: CompanyContext, personnelId: string): Promise<Resource[]> {
    const rows = await this.contacts.of(company, personnelId);
    if (rows.length > 0) await this.reads.add(company, [{ personnelId, members: ['emergencyContacts'] }]);
    const values = rows.map(({ id, details }) => ({ place: placeOf(id), encrypted: details }));
    const decrypted = await this.encryptedMembers.decryptAll(company, values);
    return rows.map((row, index) => ({ ...row, ...shownMembers(decrypted[index], NOTHING) }));
  }

  async add(
    company: CompanyContext,
    personnelId: string,
    change: Change<SaveEmergencyContact>,
  ): Promise<Resource> {
    await this.access.demandWrite(company, personnelId);
    const contact = change.of({});
    const id = newId();
    const added = await this.contacts.add(company, {
      ...(await this.stored(company, id, contact)),
      id,
      personnelId,
    });
    return this.shown(company, added);
  }

  async change(
    company: CompanyContext,
    personnelId: string,
    id: string,
    change: Change<SaveEmergencyContact>,
  ): Promise<Resource> {
    await this.access.demandWrite(company, personnelId, () => this.contactOf(company, personnelId, id));
    const changed = await this.contacts.change(company, id, change, {
      // A patch of details that do not open has to give them all.
      read: async (row) => {
        const details = await this.decrypted(company, row);
        return details === unreadable ? row : { ...row, ...(details as Details) };
      },
      values: (contact, row) => this.stored(company, id, contact, row),
    });
    return this.shown(company, changed);
  }

  /** Removes a contact. To do so again changes nothing. */
  async delete(
    company: CompanyContext,
    personnelId: string,
    id: string,
    precondition: Precondition,
  ): Promise<void> {
    const wasRemoved = await this.access.demandWrite(company, personnelId, async () => {
      if (await this.contacts.wasRemoved(company, personnelId, id)) return true;
      await this.contactOf(company, personnelId, id);
      return false;
    });
    if (!wasRemoved) await this.contacts.delete(company, id, precondition);
  }

  /** Throws 404 for a contact of another person too. */
  private async contactOf(
    company: CompanyContext,
    personnelId: string,
    id: string,
  ): Promise<EmergencyContact> {
    const row = await this.contacts.get(company, id);
    if (row.personnelId !== personnelId) throw notFound('emergency contact');
    return row;
  }

  private async stored(
    company: CompanyContext,
    id: string,
    { priority, externalId, ...details }: SaveEmergencyContact,
    before?: EmergencyContact,
  ) {
    const place = placeOf(id);
    const known = before && (await this.decrypted(company, before));
    refuseFaults(
      emailFaults(details.email, known === unreadable ? null : (known as Details | undefined)?.email),
    );
    if (before && known === unreadable) await this.encryptedMembers.beginReplacing(company, before.details);
    const isSame = before !== undefined && JSON.stringify(known) === JSON.stringify(ordered(details));
    const encrypted = isSame
      ? before.details
      : await this.encryptedMembers.encrypt(company, place, ordered(details));
    if (!encrypted) throw new Error('Details are encrypted');
    return { priority, externalId, customFields: {}, details: encrypted };
  }

  private async shown(company: CompanyContext, row: EmergencyContact): Promise<Resource> {
    const details = shownMembers(await this.decrypted(company, row), NOTHING);
    await this.reads.add(company, [{ personnelId: row.personnelId, members: ['emergencyContacts'] }]);
    return { ...row, ...details };
  }

  private async decrypted(company: CompanyContext, { id, details }: EmergencyContact): Promise<unknown> {
    const [decrypted] = await this.encryptedMembers.decryptAll(company, [
      { place: placeOf(id), encrypted: details },
    ]);
    return decrypted;
  }
}

/** The details in one order, so that equal ones are written equally. */
const ordered = (details: Details): object => ({ ...NOTHING, ...details });
