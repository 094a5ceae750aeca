import { Injectable } from '@nestjs/common';
import type { CompanyContext, FieldError, Payroll, SavePayroll } from '@safety/contracts';
import { type Change, checkPrecondition, refuseFaults } from '@safety/platform';
import { EncryptedMembers } from '../encryption/encrypted-members.js';
import { SensitiveReads } from '../encryption/sensitive-reads.js';
import { shownMembers, unreadable } from '../encryption/unreadable.js';
import type { PayrollRecord } from './payroll.entity.js';
import { PayrollRows } from './payroll.rows.js';
import { SensitiveAccess } from './sensitive-access.js';

type Details = Omit<SavePayroll, 'externalId'>;

const NOTHING: Details = {
  payrollNumber: null,
  payGroup: null,
  payFrequency: null,
  costCentre: null,
  standardHoursPerWeek: null,
  hourlyCost: null,
  currency: null,
  customFields: {},
};

/** The record of a payroll that was never written. */
const UNWRITTEN = {
  version: 0,
  createdAt: null,
  createdByUserId: null,
  modifiedAt: null,
  modifiedByUserId: null,
  archived: false,
  archivedAt: null,
  archivedByUserId: null,
  externalId: null,
};

const placeOf = (id: string) => ({ table: 'payrolls', id, member: 'details' });

/** Payroll details of people. A person without any has an empty one, of version 0. */
@Injectable()
export class PayrollService {
  constructor(
    private readonly payrolls: PayrollRows,
    private readonly access: SensitiveAccess,
    private readonly encryptedMembers: EncryptedMembers,
    private readonly reads: SensitiveReads,
  ) {}

  async get(company: CompanyContext, personnelId: string): Promise<Payroll> {
    await this.access.demandRead(company, personnelId);
    return this.of(company, personnelId);
  }

  /** The payroll of a person for a caller who may read it, which is recorded. */
  async of(company: CompanyContext, personnelId: string): Promise<Payroll> {
    const [row] = await this.payrolls.findAll(company, [personnelId]);
    if (!row) return { ...UNWRITTEN, ...shownMembers({}, NOTHING), id: personnelId, personnelId };
    await this.reads.add(company, [{ personnelId, members: ['payroll'] }]);
    return { ...row, personnelId, ...shownMembers(await this.decrypted(company, row), NOTHING) };
  }

  async replace(company: CompanyContext, id: string, change: Change<SavePayroll>): Promise<Payroll> {
    await this.access.demandWrite(company, id);
    const [known] = await this.payrolls.findAll(company, [id]);
    if (known) {
      const values = (payroll: SavePayroll, row: PayrollRecord) => this.stored(company, id, payroll, row);
      await this.payrolls.change(company, id, change, { values });
    } else {
      checkPrecondition(change.precondition, 0);
      await this.payrolls.add(company, { ...(await this.stored(company, id, change.of({}))), id });
    }
    return this.of(company, id);
  }

  private async decrypted(company: CompanyContext, { id, details }: PayrollRecord): Promise<unknown> {
    const [decrypted] = await this.encryptedMembers.decryptAll(company, [
      { place: placeOf(id), encrypted: details },
    ]);
    return decrypted;
  }

  private async stored(
    company: CompanyContext,
    id: string,
    { externalId, ...payroll }: SavePayroll,
    before?: PayrollRecord,
  ) {
    const ordered = { ...NOTHING, ...payroll };
    const known = before && (await this.decrypted(company, before));
    // Those of an earlier release had no custom fields.
    const was = { ...NOTHING, ...(known === unreadable ? {} : (known as Partial<Details> | undefined)) };
    refuseFaults(costFaults(ordered, was));
    const payrollNumberDigest = await this.encryptedMembers.digest(
      company,
      'payrollNumber',
      ordered.payrollNumber,
    );
    if (before && known === unreadable) await this.encryptedMembers.beginReplacing(company, before.details);
    const isSame = before && known !== unreadable && JSON.stringify(was) === JSON.stringify(ordered);
    const details = isSame
      ? before.details
      : await this.encryptedMembers.encrypt(company, placeOf(id), ordered);
    if (!details) throw new Error('A payroll is encrypted');
    return { details, payrollNumberDigest, externalId, customFields: {} };
  }
}

/** Earlier releases took a cost or a currency alone: one that stays is no fault of the request. */
function costFaults({ hourlyCost, currency }: Details, was: Details): FieldError[] {
  if ((hourlyCost === null) === (currency === null)) return [];
  if (hourlyCost === was.hourlyCost && currency === was.currency) return [];
  const pointer = hourlyCost === null ? '/hourlyCost' : '/currency';
  return [{ pointer, code: 'required', detail: 'Give both hourlyCost and currency, or neither.' }];
}
