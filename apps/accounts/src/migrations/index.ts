import { CreateInbox1700000000003, outboxMigrations } from '@safety/bus/outbox';
import type { Migration } from '@safety/persistence';
import { CreateUsers1790000000001 } from './1790000000001-create-users.js';
import { CreateCompanies1790000000002 } from './1790000000002-create-companies.js';
import { AddRiskBands1790000000003 } from './1790000000003-add-risk-bands.js';
import { LetOperatorsManage1790000000004 } from './1790000000004-let-operators-manage.js';
import { KeepClientsToTheirCompany1790000005101 } from './1790000005101-keep-clients-to-their-company.js';

/** In the order in which they run. */
export const migrations: Migration[] = [
  ...outboxMigrations,
  // Nothing is consumed here yet; the relay clears both tables.
  CreateInbox1700000000003,
  CreateUsers1790000000001,
  CreateCompanies1790000000002,
  AddRiskBands1790000000003,
  LetOperatorsManage1790000000004,
  KeepClientsToTheirCompany1790000005101,
];
