import { type CustomTransportStrategy, Server } from '@nestjs/microservices';
import type { Envelope, MessageContract } from '@safety/contracts';
import type { Logger, Tracing } from '@safety/platform';
import type { MessageKeys } from '../signing/signatures.js';
import { demandUsable } from '../single-node.js';
import { streamOf } from '../streams.js';
import { BroadcastReader } from './broadcast-reader.js';
import { Dispatch } from './dispatch.js';
import { GroupReader } from './group-reader.js';
import type { HandlerExtras } from './on-message.js';
import type { AppliedPositions } from './reconciler.js';
import type { BusTimings } from './timings.js';

/** Runs `apply` unless the message was applied before. */
export type Once = (envelope: Envelope, apply: () => Promise<void>) => Promise<void>;

/** A message, as it is counted, and what applies it. */
export interface CountedMessage {
  envelope: Envelope;
  apply(): Promise<void>;
}

/** Does the same for several messages of a company, in their order: all of them, or none where one fails. */
export type Together = (companyId: string, messages: readonly CountedMessage[]) => Promise<void>;

export interface BusServerOptions {
  redisUrl: string;
  /** Messages are believed by these. */
  publicKeys: MessageKeys;
  /** The service; its replicas share the messages of `@OnMessage` and `@OnState` handlers. */
  group: string;
  /** Without it a handler must be safe to run twice for one message. */
  once?: Once;
  /** Without it each message is applied in a transaction of its own. */
  together?: Together;
  /** Where the service keeps how far it is; without it what others take in its name is lost. */
  positions?: AppliedPositions;
  logger: Logger;
  /** Messages go on with the trace that they came from; by default there are no traces. */
  tracing?: Tracing;
  /** Replaces the usual ones. */
  timings?: Partial<BusTimings>;
}

interface Reader {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Nest's transport over Redis Streams: `@OnMessage` and `@OnState` at least once for a service,
 * `@OnBroadcast` in every process.
 */
export class BusServer extends Server implements CustomTransportStrategy {
  override readonly propagatesEventHandlerErrors = true;
  private readers: Reader[] = [];

  constructor(private readonly options: BusServerOptions) {
    super();
  }

  listen(callback: (error?: unknown) => void): void {
    const shared = this.contracts(false);
    const broadcast = this.contracts(true);
    if (shared.length > 0) this.readers.push(new GroupReader(this.options, shared, this.dispatch(false)));
    if (broadcast.length > 0) {
      const streams = [...new Set(broadcast.map(streamOf))];
      this.readers.push(new BroadcastReader(this.options, streams, this.dispatch(true)));
    }
    for (const reader of this.readers) reader.start();
    demandUsable(this.options.redisUrl).then(() => callback(), callback);
  }

  async close(): Promise<void> {
    await Promise.all(this.readers.map((reader) => reader.stop()));
  }

  on(): never {
    throw new Error('The bus emits nothing of its own');
  }

  unwrap(): never {
    throw new Error('The bus does not hand out its connection');
  }

  private dispatch(broadcast: boolean): Dispatch {
    return new Dispatch(this.options, this.messageHandlers, broadcast);
  }

  private contracts(broadcast: boolean): MessageContract[] {
    const handlers = [...this.messageHandlers.values()].map((handler) => handler.extras as HandlerExtras);
    return handlers.filter((extras) => extras.broadcast === broadcast).map(({ message }) => message);
  }
}
