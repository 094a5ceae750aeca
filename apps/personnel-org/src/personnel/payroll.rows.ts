import { Injectable } from '@nestjs/common';
import { CompanyRows, RowsSource } from '@safety/persistence';
import { ofOpen } from '../work-history/people-at-places.js';
import { PayrollRecord } from './payroll.entity.js';

@Injectable()
export class PayrollRows extends CompanyRows<PayrollRecord> {
  constructor(source: RowsSource) {
    super(source, PayrollRecord, {
      what: 'payroll record',
      visible: (company) => ofOpen(company, 'id'),
      defaultSort: { key: 'id', descending: false },
      search: [],
      sensitive: ['details', 'externalId', 'payrollNumberDigest'],
      unique: {
        payrolls_number_key: { properties: ['payrollNumberDigest'], members: ['payrollNumber'] },
      },
    });
  }
}
