import type { Tracing } from '@safety/platform';
import type { Destination } from './fair-slots.js';

/** The database of the queue: single statements, each committed by itself. */
export interface DeliveryDatabase {
  rows(text: string, values: unknown[]): Promise<object[]>;
  change(text: string, values: unknown[]): Promise<unknown>;
}

/** One thing to deliver, as it is taken from the queue. */
export interface Delivery extends Destination {
  id: string;
  /** How often it has been tried, this time included. */
  attempts: number;
}

/** An error of a delivery that every further try would end with, too. */
export interface PermanentFailure extends Error {
  permanent: true;
}

export interface DeliveryQueueOptions<Job extends Delivery> {
  /**
   * Has the columns id, attempts, next_attempt_at (null once delivered or given up), delivered_at and
   * last_error.
   */
  table: string;
  /** The members of a job beside those of `Delivery`, as a select list. */
  columns: string;
  /** Deliveries under way in one process. */
  concurrency: number;
  /** Seconds that a delivery takes at most, without its record: it is not begun again before. Default: 10. */
  longest?: number;
  /** Without it all deliveries go to one receiver, which may have all slots. */
  receivers?: {
    /** SQL of the receiver of a delivery. */
    column: string;
    /** SQL of the owner of the receiver: owners get slots alike, whatever number of receivers each has. */
    owner: string;
    /** Deliveries under way to one receiver. */
    concurrencyEach: number;
  };
  /**
   * Delivers one; whatever it throws is recorded, and tried again later. A `PermanentFailure` is given up at
   * once.
   */
  deliver: (job: Job) => Promise<void>;
  /** Each delivery is a trace of its own; by default there are no traces. */
  tracing?: Tracing;
}
