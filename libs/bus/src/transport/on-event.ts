import { EventPattern } from '@nestjs/microservices';
import type { EventContract } from '@safety/contracts';
import type { z } from 'zod';

/** What the transport knows about a handler beside its pattern. */
export interface HandlerExtras {
  event: EventContract;
  /** Every process gets the message, instead of one process of the service. */
  broadcast: boolean;
}

type HandlerOf<Payload> = <Method extends (payload: Payload, ...rest: never[]) => unknown>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

const on = <Schema extends z.ZodType>(
  event: EventContract<Schema>,
  broadcast: boolean,
): HandlerOf<z.output<Schema>> =>
  EventPattern(event.name, { event, broadcast } satisfies HandlerExtras) as HandlerOf<z.output<Schema>>;

/** The handler applies this fact once for the service, whichever replica takes it. Its parameter is the payload. */
export const OnEvent = <Schema extends z.ZodType>(event: EventContract<Schema>) => on(event, false);

/** The handler sees this fact in every process, from the moment it runs: for what is kept in memory. */
export const OnBroadcast = <Schema extends z.ZodType>(event: EventContract<Schema>) => on(event, true);
