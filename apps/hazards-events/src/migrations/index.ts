import { CreateInbox1700000000003, outboxMigrations } from '@safety/bus/outbox';
import {
  CreateChanges1700000000004,
  CreateIdempotencyKeys1700000000001,
  type Migration,
} from '@safety/persistence';
import { CreateReadModels1790000000101 } from './1790000000101-create-read-models.js';
import { CreateReferenceCounters1790000000102 } from './1790000000102-create-reference-counters.js';
import { CreateHazards1790000000103 } from './1790000000103-create-hazards.js';

/** In the order in which they run. */
export const migrations: Migration[] = [
  CreateIdempotencyKeys1700000000001,
  ...outboxMigrations,
  CreateInbox1700000000003,
  CreateChanges1700000000004,
  CreateReadModels1790000000101,
  CreateReferenceCounters1790000000102,
  CreateHazards1790000000103,
];
