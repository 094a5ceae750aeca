import type { MessageContract, ResourceChange } from '@safety/contracts';
import type { z } from 'zod';
import type { CompanyRecord } from '../company-record.js';
import type { CompanyTransaction } from '../transaction/company-transactions.js';

/** The place of a change in the change record of its service. Both are PostgreSQL's and never change. */
export interface ChangeNumber {
  transactionId: string;
  number: string;
}

/** The whole state of a row for other services. */
export interface RowState {
  contract: MessageContract;
  payload: unknown;
}

/** A change as it is published. */
export interface PublishedChange {
  change: ResourceChange;
  number: ChangeNumber;
  state?: RowState | undefined;
}

/**
 * Publishes recorded changes to other services, in the transaction of the write. The bus implements it; a
 * service without it does not start.
 */
export abstract class ChangePublisher {
  /** Publishes changes in their order, each by its `state`; the bare change of a resource without one. */
  abstract publishAll(transaction: CompanyTransaction, changes: readonly PublishedChange[]): Promise<void>;
}

/** How the rows of a resource are published; see `messageOf`. */
export interface RowMessage<Row extends CompanyRecord> {
  contract: MessageContract;
  of: (row: Row) => unknown;
  /** The payloads of rows that are written at once, in their order; default `of` for each. */
  ofAll?: ((rows: readonly Row[]) => Promise<unknown[]>) | undefined;
}

/**
 * The message with the whole state of a row, for the `message` of `RowsOptions`. `of` makes the payload right
 * before the commit, once for each row that the transaction wrote: it may read, and must not write. `ofAll`
 * makes those of many rows with fewer statements.
 */
export const messageOf = <Row extends CompanyRecord, Schema extends z.ZodType>(
  contract: MessageContract<Schema>,
  of: (row: Row) => z.input<Schema> | Promise<z.input<Schema>>,
  ofAll?: (rows: readonly Row[]) => Promise<z.input<Schema>[]>,
): RowMessage<Row> => ({ contract: contract as MessageContract, of, ofAll });
