import { Injectable } from '@nestjs/common';
import { companyChanged } from '@safety/contracts';
import { CompanyRows, messageOf, RowsSource } from '@safety/persistence';
import { Company } from './company.entity.js';

@Injectable()
export class CompanySettingsRows extends CompanyRows<Company> {
  constructor(source: RowsSource) {
    super(source, Company, {
      what: 'company',
      visible: 'to everyone',
      defaultSort: { key: 'name', descending: false },
      search: ['name'],
      message: messageOf(companyChanged, (company) => company),
    });
  }
}
