import { applyDecorators, UseFilters } from '@nestjs/common';
import { EventPattern } from '@nestjs/microservices';
import type { MessageContract } from '@safety/contracts';
import { ProblemFilter } from '@safety/platform';
import type { z } from 'zod';

/** The metadata of a handler beside its pattern. */
export interface HandlerExtras {
  message: MessageContract;
  /** Every process gets the message, instead of one process of the service. */
  broadcast: boolean;
  /** Messages of a company that were read together may be applied in one transaction. */
  sharesTransaction: boolean;
}

type HandlerOf<Payload> = <Method extends (payload: Payload, ...rest: never[]) => unknown>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

const on = <Schema extends z.ZodType>(
  message: MessageContract<Schema>,
  how: Omit<HandlerExtras, 'message'>,
): HandlerOf<z.output<Schema>> =>
  applyDecorators(
    EventPattern(message.name, { message, ...how } satisfies HandlerExtras) as MethodDecorator,
    // Else Nest logs each failure as an error first, also those that replicas expect of each other.
    UseFilters(ProblemFilter),
  ) as HandlerOf<z.output<Schema>>;

/** The handler applies this message once for the service, whichever replica takes it. */
export const OnMessage = <Schema extends z.ZodType>(message: MessageContract<Schema>) =>
  on(message, { broadcast: false, sharesTransaction: false });

/**
 * As `OnMessage`, for a handler that only keeps a state in a row of its own. Messages of a company that were
 * read together may share a transaction: else each would commit alone, which takes longer than all the rest.
 * A handler that takes turns, or locks more than that row, would hold it up for the messages behind.
 */
export const OnState = <Schema extends z.ZodType>(message: MessageContract<Schema>) =>
  on(message, { broadcast: false, sharesTransaction: true });

/** The handler sees this message in every process, from the moment it runs: for what is kept in memory. */
export const OnBroadcast = <Schema extends z.ZodType>(message: MessageContract<Schema>) =>
  on(message, { broadcast: true, sharesTransaction: false });
