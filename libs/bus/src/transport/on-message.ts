import { EventPattern } from '@nestjs/microservices';
import type { MessageContract } from '@safety/contracts';
import type { z } from 'zod';

/** The metadata of a handler beside its pattern. */
export interface HandlerExtras {
  message: MessageContract;
  /** Every process gets the message, instead of one process of the service. */
  broadcast: boolean;
}

type HandlerOf<Payload> = <Method extends (payload: Payload, ...rest: never[]) => unknown>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<Method>,
) => void;

const on = <Schema extends z.ZodType>(
  message: MessageContract<Schema>,
  broadcast: boolean,
): HandlerOf<z.output<Schema>> =>
  EventPattern(message.name, { message, broadcast } satisfies HandlerExtras) as HandlerOf<z.output<Schema>>;

/** The handler applies this message once for the service, whichever replica takes it. */
export const OnMessage = <Schema extends z.ZodType>(message: MessageContract<Schema>) => on(message, false);

/** The handler sees this message in every process, from the moment it runs: for what is kept in memory. */
export const OnBroadcast = <Schema extends z.ZodType>(message: MessageContract<Schema>) => on(message, true);
