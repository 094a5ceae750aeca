import { CreateInbox1700000000003, outboxMigrations } from '@safety/bus/outbox';
import {
  AskRareKeys1700000000021,
  CreateChanges1700000000004,
  CreateIdempotencyKeys1700000000001,
  CreateSearch1700000000020,
  type Migration,
} from '@safety/persistence';
import { CreateUsers1790000000001 } from './1790000000001-create-users.js';
import { CreateCompanies1790000000002 } from './1790000000002-create-companies.js';
import { AddRiskBands1790000000003 } from './1790000000003-add-risk-bands.js';
import { LetOperatorsManage1790000000004 } from './1790000000004-let-operators-manage.js';
import { KeepClientsToTheirCompany1790000005101 } from './1790000005101-keep-clients-to-their-company.js';
import { AdministerCompanies1790000005102 } from './1790000005102-administer-companies.js';
import { AddServiceClients1790000005103 } from './1790000005103-add-service-clients.js';
import { TellOfManyUsers1790000005104 } from './1790000005104-tell-of-many-users.js';
import { AddSessionsAndAcceptance1790000005105 } from './1790000005105-add-sessions-and-acceptance.js';
import { RememberWhenDisabled1790000005106 } from './1790000005106-remember-when-disabled.js';
import { NameOperators1790000005107 } from './1790000005107-name-operators.js';
import { RememberWhoLeft1790000005108 } from './1790000005108-remember-who-left.js';
import { LetARoleManage1790000005109 } from './1790000005109-let-a-role-manage.js';
import { CompareGenerations1790000005190 } from './1790000005190-compare-generations.js';
import { TellUsersLater1790000005191 } from './1790000005191-tell-users-later.js';
import { FindHeldRoles1790000005192 } from './1790000005192-find-held-roles.js';
import { ServeLists1790000005193 } from './1790000005193-serve-lists.js';
import { KeepClientsByEachPolicy1790000005194 } from './1790000005194-keep-clients-by-each-policy.js';
import { AskPoliciesThatCount1790000005195 } from './1790000005195-ask-policies-that-count.js';
import { KeepMonthsOfChanges1790000005196 } from './1790000005196-keep-months-of-changes.js';
import { KeepTraceStateOfUsers1790000005197 } from './1790000005197-keep-trace-state-of-users.js';
import { FreeExternalIds1790000005198 } from './1790000005198-free-external-ids.js';
import { RemoveChangesInParts1790000005199 } from './1790000005199-remove-changes-in-parts.js';
import { OrderConfirmedAddresses1790000005200 } from './1790000005200-order-confirmed-addresses.js';
import { TouchHoldersLater1790000005201 } from './1790000005201-touch-holders-later.js';
import { BringChangesToCompaniesLater1790000005202 } from './1790000005202-bring-changes-to-companies-later.js';

/** In the order in which they run. */
export const migrations: Migration[] = [
  CreateIdempotencyKeys1700000000001,
  ...outboxMigrations,
  CreateInbox1700000000003,
  CreateChanges1700000000004,
  CreateSearch1700000000020,
  AskRareKeys1700000000021,
  CreateUsers1790000000001,
  CreateCompanies1790000000002,
  AddRiskBands1790000000003,
  LetOperatorsManage1790000000004,
  KeepClientsToTheirCompany1790000005101,
  AdministerCompanies1790000005102,
  AddServiceClients1790000005103,
  TellOfManyUsers1790000005104,
  AddSessionsAndAcceptance1790000005105,
  RememberWhenDisabled1790000005106,
  NameOperators1790000005107,
  RememberWhoLeft1790000005108,
  LetARoleManage1790000005109,
  CompareGenerations1790000005190,
  TellUsersLater1790000005191,
  FindHeldRoles1790000005192,
  ServeLists1790000005193,
  KeepClientsByEachPolicy1790000005194,
  AskPoliciesThatCount1790000005195,
  KeepMonthsOfChanges1790000005196,
  KeepTraceStateOfUsers1790000005197,
  FreeExternalIds1790000005198,
  RemoveChangesInParts1790000005199,
  OrderConfirmedAddresses1790000005200,
  TouchHoldersLater1790000005201,
  BringChangesToCompaniesLater1790000005202,
];
