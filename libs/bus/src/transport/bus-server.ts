import { type CustomTransportStrategy, type MessageHandler, Server } from '@nestjs/microservices';
import type { Envelope, MessageContract } from '@safety/contracts';
import { whileApplying } from '@safety/persistence/applied-message';
import { type Logger, noTracing, pickTraceContext, type Tracing } from '@safety/platform';
import { isObservable, lastValueFrom } from 'rxjs';
import { v5 as idWithin } from 'uuid';
import type { PublicKeys } from '../signing/signatures.js';
import { demandSingleNode } from '../single-node.js';
import { repeatsFor, streamOf } from '../streams.js';
import { BroadcastReader } from './broadcast-reader.js';
import { BusContext } from './bus-context.js';
import { demandAge } from './demand-age.js';
import { envelopeOf } from './envelope-of.js';
import { GroupReader } from './group-reader.js';
import type { HandlerExtras } from './on-message.js';
import { demandSignature, originOf } from './owner-signature.js';
import { readEnvelope, readPayload } from './read-message.js';
import type { AppliedPositions } from './reconciler.js';
import type { BusTimings } from './timings.js';

/** Runs `apply` unless the message was applied before. */
export type Once = (envelope: Envelope, apply: () => Promise<void>) => Promise<void>;

export interface BusServerOptions {
  redisUrl: string;
  /** Messages are believed by these. */
  publicKeys: PublicKeys;
  /** The service; its replicas share the messages of `@OnMessage` handlers. */
  group: string;
  /** Without it a handler must be safe to run twice for one message. */
  once?: Once;
  /** Where the service keeps how far it is; without it what others take in its name is lost. */
  positions?: AppliedPositions;
  logger: Logger;
  /** Messages go on with the trace that they came from; by default there are no traces. */
  tracing?: Tracing;
  /** Replaces the usual ones. */
  timings?: Partial<BusTimings>;
}

/**
 * Gives an entry of a stream to its handler. Throws `UnreadableMessage` for what its owner did not publish
 * there.
 */
export type Deliver = (stream: string, fields: string[]) => Promise<void>;

interface Reader {
  start(): void;
  stop(): Promise<void>;
}

/**
 * Nest's transport over Redis Streams: `@OnMessage` at least once for a service, `@OnBroadcast` in every
 * process.
 */
export class BusServer extends Server implements CustomTransportStrategy {
  override readonly propagatesEventHandlerErrors = true;
  private readers: Reader[] = [];

  constructor(private readonly options: BusServerOptions) {
    super();
  }

  listen(callback: (error?: unknown) => void): void {
    const { once = (_, apply) => apply() } = this.options;
    const shared = this.contracts(false);
    const broadcast = this.contracts(true);
    if (shared.length > 0) {
      this.readers.push(
        new GroupReader(this.options, shared, (stream, fields) => this.deliver(stream, fields, false, once)),
      );
    }
    if (broadcast.length > 0) {
      const streams = [...new Set(broadcast.map(streamOf))];
      this.readers.push(
        new BroadcastReader(this.options, streams, (stream, fields) =>
          this.deliver(stream, fields, true, (_, apply) => apply()),
        ),
      );
    }
    for (const reader of this.readers) reader.start();
    demandSingleNode(this.options.redisUrl).then(() => callback(), callback);
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

  private contracts(broadcast: boolean): MessageContract[] {
    const handlers = [...this.messageHandlers.values()].map((handler) => handler.extras as HandlerExtras);
    return handlers.filter((extras) => extras.broadcast === broadcast).map(({ message }) => message);
  }

  private async deliver(stream: string, fields: string[], broadcast: boolean, once: Once): Promise<void> {
    const envelope = readEnvelope(envelopeOf(fields));
    const handler = this.messageHandlers.get(envelope.type);
    const extras = handler?.extras as HandlerExtras | undefined;
    if (!handler || extras?.broadcast !== broadcast) return;
    const { publicKeys, group } = this.options;
    demandSignature(publicKeys, extras.message, originOf(stream, fields, group), fields);
    // An operator who gives one once more has decided that it counts.
    if (!broadcast && stream !== repeatsFor(group)) demandAge(extras.message, envelope);
    const payload = readPayload(envelope, extras.message);
    await this.inOrigin(envelope, stream, () =>
      whileApplying({ generation: envelope.generation ?? 0, again: envelope.again }, () =>
        once(countedAs(envelope, extras.message), () => call(handler, payload, new BusContext([envelope]))),
      ),
    );
  }

  /** Its log lines, and messages that it sets off, belong to the request that the message came from. */
  private inOrigin(
    { requestId, type, ...envelope }: Envelope,
    stream: string,
    work: () => Promise<void>,
  ): Promise<void> {
    const { tracing = noTracing } = this.options;
    const attributes = {
      'messaging.system': 'redis',
      'messaging.operation.type': 'process',
      'messaging.destination.name': stream,
      'messaging.consumer.group.name': this.options.group,
    };
    const parent = pickTraceContext(envelope);
    const origin = { ...(requestId && { requestId }), ...parent };
    return tracing.run(`process ${type}`, { kind: 'consumer', parent, attributes }, origin, work);
  }
}

/**
 * The message as the inbox knows it. A state counts once in each generation: after a restore an earlier one
 * is true again. Other messages count once for good, since what they set off cannot be undone.
 */
const countedAs = (envelope: Envelope, { stateOf }: MessageContract): Envelope =>
  stateOf && envelope.generation
    ? { ...envelope, id: idWithin(String(envelope.generation), envelope.id) }
    : envelope;

async function call(handler: MessageHandler, payload: unknown, context: BusContext): Promise<void> {
  const result = await handler(payload, context);
  if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
}
