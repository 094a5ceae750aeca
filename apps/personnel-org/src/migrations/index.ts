import { CreateInbox1700000000003, outboxMigrations } from '@safety/bus/outbox';
import {
  AskRareKeys1700000000021,
  CreateChanges1700000000004,
  CreateIdempotencyKeys1700000000001,
  CreateNumberSeries1700000000006,
  CreateSearch1700000000020,
  type Migration,
} from '@safety/persistence';
import { CreateOrgStructures1790000000001 } from './1790000000001-create-org-structures.js';
import { CreatePersonnel1790000000002 } from './1790000000002-create-personnel.js';
import { CreateWorkHistory1790000000003 } from './1790000000003-create-work-history.js';
import { CreatePersonnelToday1790000000004 } from './1790000000004-create-personnel-today.js';
import { CreateCompanyUsers1790000000005 } from './1790000000005-create-company-users.js';
import { CreateHistoryDue1790000000006 } from './1790000000006-create-history-due.js';
import { CreateAssociates1790000000007 } from './1790000000007-create-associates.js';
import { WriteOrgStructures1790000000008 } from './1790000000008-write-org-structures.js';
import { DescribeCompanyUsers1790000000009 } from './1790000000009-describe-company-users.js';
import { SeePeopleAsOf1790000000010 } from './1790000000010-see-people-as-of.js';
import { SealSensitiveMembers1790000000011 } from './1790000000011-seal-sensitive-members.js';
import { ServePersonnelLists1790000000040 } from './1790000000040-serve-personnel-lists.js';
import { MovePersonnelNumbers1790000000050 } from './1790000000050-move-personnel-numbers.js';
import { ServeFurtherLists1790000000060 } from './1790000000060-serve-further-lists.js';
import { KeepDaysOfWorkHistory1790000000070 } from './1790000000070-keep-days-of-work-history.js';
import { RememberRemovedRecords1790000000080 } from './1790000000080-remember-removed-records.js';
import { CompareGenerations1790000000090 } from './1790000000090-compare-generations.js';
import { StandOnManyNodes1790000000091 } from './1790000000091-stand-on-many-nodes.js';
import { SearchByRareKeys1790000000092 } from './1790000000092-search-by-rare-keys.js';
import { AdmitUnknownTraining1790000000093 } from './1790000000093-admit-unknown-training.js';
import { FindPeopleByTheirLastDay1790000000094 } from './1790000000094-find-people-by-their-last-day.js';
import { RecordDefaultOrgStructures1790000000095 } from './1790000000095-record-default-org-structures.js';
import { CompareCompanies1790000000096 } from './1790000000096-compare-companies.js';
import { KeepTrainingStatusesKnown1790000000097 } from './1790000000097-keep-training-statuses-known.js';
import { GiveUpLostKeys1790000000098 } from './1790000000098-give-up-lost-keys.js';
import { KnowWhoAccepted1790000000099 } from './1790000000099-know-who-accepted.js';
import { MovePeopleWithCompanies1790000000100 } from './1790000000100-move-people-with-companies.js';
import { FindPeopleToTakeBack1790000000101 } from './1790000000101-find-people-to-take-back.js';
import { KeepPlainMembersOut1790000000102 } from './1790000000102-keep-plain-members-out.js';
import { CallNobodyActiveWhoLeft1790000000103 } from './1790000000103-call-nobody-active-who-left.js';
import { FindWhatIsDueByCompany1790000000104 } from './1790000000104-find-what-is-due-by-company.js';

/** In the order in which they run. */
export const migrations: Migration[] = [
  CreateIdempotencyKeys1700000000001,
  ...outboxMigrations,
  CreateInbox1700000000003,
  CreateChanges1700000000004,
  CreateNumberSeries1700000000006,
  CreateSearch1700000000020,
  AskRareKeys1700000000021,
  CreateOrgStructures1790000000001,
  CreatePersonnel1790000000002,
  CreateWorkHistory1790000000003,
  CreatePersonnelToday1790000000004,
  CreateCompanyUsers1790000000005,
  CreateHistoryDue1790000000006,
  CreateAssociates1790000000007,
  WriteOrgStructures1790000000008,
  DescribeCompanyUsers1790000000009,
  SeePeopleAsOf1790000000010,
  SealSensitiveMembers1790000000011,
  MovePersonnelNumbers1790000000050,
  ServePersonnelLists1790000000040,
  ServeFurtherLists1790000000060,
  KeepDaysOfWorkHistory1790000000070,
  RememberRemovedRecords1790000000080,
  CompareGenerations1790000000090,
  StandOnManyNodes1790000000091,
  SearchByRareKeys1790000000092,
  AdmitUnknownTraining1790000000093,
  FindPeopleByTheirLastDay1790000000094,
  RecordDefaultOrgStructures1790000000095,
  CompareCompanies1790000000096,
  KeepTrainingStatusesKnown1790000000097,
  GiveUpLostKeys1790000000098,
  KnowWhoAccepted1790000000099,
  MovePeopleWithCompanies1790000000100,
  FindPeopleToTakeBack1790000000101,
  KeepPlainMembersOut1790000000102,
  CallNobodyActiveWhoLeft1790000000103,
  FindWhatIsDueByCompany1790000000104,
];
