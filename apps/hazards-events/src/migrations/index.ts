import { CreateInbox1700000000003, outboxMigrations } from '@safety/bus/outbox';
import {
  AskRareKeys1700000000021,
  CreateChanges1700000000004,
  CreateDeletedRows1700000000022,
  CreateIdempotencyKeys1700000000001,
  CreateNumberSeries1700000000006,
  CreateSearch1700000000020,
  type Migration,
} from '@safety/persistence';
import { CreateReadModels1790000000101 } from './1790000000101-create-read-models.js';
import { CreateReferenceCounters1790000000102 } from './1790000000102-create-reference-counters.js';
import { CreateHazards1790000000103 } from './1790000000103-create-hazards.js';
import { ApproveHazards1790000000104 } from './1790000000104-approve-hazards.js';
import { ExtendReadModels1790000000105 } from './1790000000105-extend-read-models.js';
import { CreateActions1790000000106 } from './1790000000106-create-actions.js';
import { CreateEvents1790000000107 } from './1790000000107-create-events.js';
import { ServeEventAndActionLists1790000000108 } from './1790000000108-serve-event-and-action-lists.js';
import { ServeHazardLists1790000000140 } from './1790000000140-serve-hazard-lists.js';
import { MoveReferenceCounters1790000000150 } from './1790000000150-move-reference-counters.js';
import { KeepApprovedSuggestions1790000000160 } from './1790000000160-keep-approved-suggestions.js';
import { ServeApprovalLists1790000000161 } from './1790000000161-serve-approval-lists.js';
import { PlaceAssociates1790000000170 } from './1790000000170-place-associates.js';
import { MarkWaitingRevisions1790000000171 } from './1790000000171-mark-waiting-revisions.js';
import { OrderFlaggedRows1790000000172 } from './1790000000172-order-flagged-rows.js';
import { CompareGenerations1790000000190 } from './1790000000190-compare-generations.js';
import { HoldExternalIds1790000000191 } from './1790000000191-hold-external-ids.js';
import { SearchByRareKeys1790000000192 } from './1790000000192-search-by-rare-keys.js';
import { KeepIdsOfDeletedDrafts1790000000193 } from './1790000000193-keep-ids-of-deleted-drafts.js';
import { LiftAnonymityWhenApproved1790000000194 } from './1790000000194-lift-anonymity-when-approved.js';
import { NameAuthors1790000000195 } from './1790000000195-name-authors.js';
import { TellWithdrawals1790000000196 } from './1790000000196-tell-withdrawals.js';
import { FindWithdrawals1790000000197 } from './1790000000197-find-withdrawals.js';
import { FindWhatWaitsAtAPlace1790000000198 } from './1790000000198-find-what-waits-at-a-place.js';
import { KnowWhoAccepted1790000000199 } from './1790000000199-know-who-accepted.js';
import { FindEventsNamingAHazard1790000000200 } from './1790000000200-find-events-naming-a-hazard.js';
import { FindApprovers1790000000201 } from './1790000000201-find-approvers.js';
import { SeePeopleEarly1790000000202 } from './1790000000202-see-people-early.js';
import { ForgetDeletedDrafts1790000000203 } from './1790000000203-forget-deleted-drafts.js';
import { KnowWhoLeft1790000000204 } from './1790000000204-know-who-left.js';
import { FindRowsAtPlaces1790000000205 } from './1790000000205-find-rows-at-places.js';

/** In the order in which they run. */
export const migrations: Migration[] = [
  CreateIdempotencyKeys1700000000001,
  ...outboxMigrations,
  CreateInbox1700000000003,
  CreateChanges1700000000004,
  CreateNumberSeries1700000000006,
  CreateSearch1700000000020,
  AskRareKeys1700000000021,
  CreateDeletedRows1700000000022,
  CreateReadModels1790000000101,
  CreateReferenceCounters1790000000102,
  CreateHazards1790000000103,
  ApproveHazards1790000000104,
  ExtendReadModels1790000000105,
  CreateActions1790000000106,
  CreateEvents1790000000107,
  ServeEventAndActionLists1790000000108,
  MoveReferenceCounters1790000000150,
  ServeHazardLists1790000000140,
  KeepApprovedSuggestions1790000000160,
  ServeApprovalLists1790000000161,
  PlaceAssociates1790000000170,
  MarkWaitingRevisions1790000000171,
  OrderFlaggedRows1790000000172,
  CompareGenerations1790000000190,
  HoldExternalIds1790000000191,
  SearchByRareKeys1790000000192,
  KeepIdsOfDeletedDrafts1790000000193,
  LiftAnonymityWhenApproved1790000000194,
  NameAuthors1790000000195,
  TellWithdrawals1790000000196,
  FindWithdrawals1790000000197,
  FindWhatWaitsAtAPlace1790000000198,
  KnowWhoAccepted1790000000199,
  FindEventsNamingAHazard1790000000200,
  FindApprovers1790000000201,
  SeePeopleEarly1790000000202,
  ForgetDeletedDrafts1790000000203,
  KnowWhoLeft1790000000204,
  FindRowsAtPlaces1790000000205,
];
