import { CreateInbox1700000000003, outboxMigrations } from '@safety/bus/outbox';
import {
  AskRareKeys1700000000021,
  CreateChanges1700000000004,
  CreateIdempotencyKeys1700000000001,
  CreateSearch1700000000020,
  type Migration,
} from '@safety/persistence';
import { CreateCourses1790000000001 } from './1790000000001-create-courses.js';
import { CreateReadModels1790000000002 } from './1790000000002-create-read-models.js';
import { CreateClasses1790000000003 } from './1790000000003-create-classes.js';
import { CreateTrainingRecords1790000000004 } from './1790000000004-create-training-records.js';
import { CreateStandings1790000000005 } from './1790000000005-create-standings.js';
import { CreateDuePeople1790000000006 } from './1790000000006-create-due-people.js';
import { ServeCourseLists1790000000040 } from './1790000000040-serve-course-lists.js';
import { ServeTrainingLists1790000000041 } from './1790000000041-serve-training-lists.js';
import { SeeOwnTraining1790000000050 } from './1790000000050-see-own-training.js';
import { ReadStandingsByPerson1790000000051 } from './1790000000051-read-standings-by-person.js';
import { RecordEveryClass1790000000052 } from './1790000000052-record-every-class.js';
import { BeginGraceWithWork1790000000053 } from './1790000000053-begin-grace-with-work.js';
import { ReadChangesByPerson1790000000054 } from './1790000000054-read-changes-by-person.js';
import { IndexStandings1790000000055 } from './1790000000055-index-standings.js';
import { KeepGraceOnTransfer1790000000056 } from './1790000000056-keep-grace-on-transfer.js';
import { KnowFormerPlaces1790000000057 } from './1790000000057-know-former-places.js';
import { BeginGraceWithPlace1790000000058 } from './1790000000058-begin-grace-with-place.js';
import { CompareGenerations1790000000090 } from './1790000000090-compare-generations.js';
import { ReadSettingsOnEachNode1790000000091 } from './1790000000091-read-settings-on-each-node.js';
import { SearchByRareKeys1790000000092 } from './1790000000092-search-by-rare-keys.js';
import { TellEndedClasses1790000000093 } from './1790000000093-tell-ended-classes.js';
import { TellBeginnings1790000000094 } from './1790000000094-tell-beginnings.js';
import { ShowRefreshers1790000000095 } from './1790000000095-show-refreshers.js';
import { SeePeopleEarly1790000000096 } from './1790000000096-see-people-early.js';
import { FindPeopleEarly1790000000097 } from './1790000000097-find-people-early.js';
import { CountRecordsByCourse1790000000100 } from './1790000000100-count-records-by-course.js';
import { TakeDuePeopleInOrder1790000000101 } from './1790000000101-take-due-people-in-order.js';
import { CountDaysByHash1790000000102 } from './1790000000102-count-days-by-hash.js';
import { PollStandings1790000000103 } from './1790000000103-poll-standings.js';
import { EndClassesAtMidnight1790000000104 } from './1790000000104-end-classes-at-midnight.js';
import { FindOrgStructuresBelow1790000000105 } from './1790000000105-find-org-structures-below.js';
import { NoteChangesOfMany1790000000106 } from './1790000000106-note-changes-of-many.js';
import { RenewNamedRefreshers1790000000107 } from './1790000000107-renew-named-refreshers.js';
import { EndRecordsOfOtherCourses1790000000108 } from './1790000000108-end-records-of-other-courses.js';
import { WalkStandings1790000000109 } from './1790000000109-walk-standings.js';
import { WalkChanges1790000000110 } from './1790000000110-walk-changes.js';
import { ReadCoursesOfPairs1790000000111 } from './1790000000111-read-courses-of-pairs.js';

/** In the order in which they run. */
export const migrations: Migration[] = [
  CreateIdempotencyKeys1700000000001,
  ...outboxMigrations,
  CreateInbox1700000000003,
  CreateChanges1700000000004,
  CreateSearch1700000000020,
  AskRareKeys1700000000021,
  CreateCourses1790000000001,
  CreateReadModels1790000000002,
  CreateClasses1790000000003,
  CreateTrainingRecords1790000000004,
  CreateStandings1790000000005,
  CreateDuePeople1790000000006,
  ServeCourseLists1790000000040,
  ServeTrainingLists1790000000041,
  SeeOwnTraining1790000000050,
  ReadStandingsByPerson1790000000051,
  RecordEveryClass1790000000052,
  BeginGraceWithWork1790000000053,
  ReadChangesByPerson1790000000054,
  IndexStandings1790000000055,
  KeepGraceOnTransfer1790000000056,
  KnowFormerPlaces1790000000057,
  BeginGraceWithPlace1790000000058,
  CompareGenerations1790000000090,
  ReadSettingsOnEachNode1790000000091,
  SearchByRareKeys1790000000092,
  TellEndedClasses1790000000093,
  TellBeginnings1790000000094,
  ShowRefreshers1790000000095,
  SeePeopleEarly1790000000096,
  FindPeopleEarly1790000000097,
  CountRecordsByCourse1790000000100,
  TakeDuePeopleInOrder1790000000101,
  CountDaysByHash1790000000102,
  PollStandings1790000000103,
  EndClassesAtMidnight1790000000104,
  FindOrgStructuresBelow1790000000105,
  NoteChangesOfMany1790000000106,
  RenewNamedRefreshers1790000000107,
  EndRecordsOfOtherCourses1790000000108,
  WalkStandings1790000000109,
  WalkChanges1790000000110,
  ReadCoursesOfPairs1790000000111,
];
