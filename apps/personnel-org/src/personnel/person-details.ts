import { Injectable } from '@nestjs/common';
import type { CompanyContext, Personnel, PersonnelDetails, PersonnelInclude } from '@safety/contracts';
import { WorkHistoryChain } from '../work-history/work-history-chain.js';
import { EmergencyContactsService } from './emergency-contacts.service.js';
import { PayrollService } from './payroll.service.js';
import type { PersonToday } from './person-today.entity.js';
import { maySeeSensitive } from './sensitive-members.js';
import { TrainingStatuses } from './training-statuses.js';

const MOST_RECORDS = 200;

/** The details that `include` adds to one person. */
@Injectable()
export class PersonDetails {
  constructor(
    private readonly chain: WorkHistoryChain,
    private readonly contacts: EmergencyContactsService,
    private readonly payrolls: PayrollService,
    private readonly trainingStatuses: TrainingStatuses,
  ) {}

  async add(
    company: CompanyContext,
    { id, placeIds }: PersonToday,
    person: Personnel,
    include: readonly PersonnelInclude[],
    today: string,
  ): Promise<PersonnelDetails> {
    const maySee = maySeeSensitive(company, placeIds);
    const details: PersonnelDetails = { ...person };
    const withheld = (member: 'emergencyContacts' | 'payroll') => {
      details[member] = null;
      details.redactedFields = [...details.redactedFields, `/${member}`];
    };
    if (include.includes('emergencyContacts')) {
      if (maySee) details.emergencyContacts = await this.contacts.of(company, id);
      else withheld('emergencyContacts');
    }
    if (include.includes('payroll')) {
      if (maySee) details.payroll = await this.payrolls.of(company, id);
      else withheld('payroll');
    }
    if (include.includes('history'))
      details.history = (await this.chain.list(company, id, today, { limit: MOST_RECORDS })).data;
    if (include.includes('training'))
      details.training = { steps: await this.trainingStatuses.stepsOf(company, id) };
    return details;
  }
}
