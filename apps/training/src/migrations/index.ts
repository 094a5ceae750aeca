import { CreateInbox1700000000003, outboxMigrations } from '@safety/bus/outbox';
import {
  CreateChanges1700000000004,
  CreateIdempotencyKeys1700000000001,
  type Migration,
} from '@safety/persistence';
import { CreateCourses1790000000001 } from './1790000000001-create-courses.js';

/** In the order in which they run. */
export const migrations: Migration[] = [
  CreateIdempotencyKeys1700000000001,
  ...outboxMigrations,
  CreateInbox1700000000003,
  CreateChanges1700000000004,
  CreateCourses1790000000001,
];
