import type { MessageHandler } from '@nestjs/microservices';
import type { Envelope, MessageContract } from '@safety/contracts';
import { whileApplying } from '@safety/persistence/applied-message';
import { noTracing, pickTraceContext } from '@safety/platform';
import { isObservable, lastValueFrom } from 'rxjs';
import { v5 as idWithin } from 'uuid';
import { repeatsFor } from '../streams.js';
import { BusContext } from './bus-context.js';
import type { BusServerOptions, CountedMessage } from './bus-server.js';
import { demandAge } from './demand-age.js';
import { envelopeOf } from './envelope-of.js';
import type { HandlerExtras } from './on-message.js';
import { demandSignature, originOf } from './owner-signature.js';
import type { Entry } from './read-loop.js';
import { readEnvelope, readPayload, UnreadableMessage } from './read-message.js';

/** A message that its owner has published, for its handler. */
interface ReadMessage extends CountedMessage {
  published: Envelope;
  sharesTransaction: boolean;
}

/** Gives entries of streams to the shared handlers of a service, or to those of broadcasts. */
export class Dispatch {
  constructor(
    private readonly options: BusServerOptions,
    private readonly handlers: ReadonlyMap<string, MessageHandler>,
    private readonly broadcast: boolean,
  ) {}

  /**
   * Gives an entry to its handler, if there is one. Throws `UnreadableMessage` for what its owner did not
   * publish in the stream.
   */
  async one(stream: string, fields: string[]): Promise<void> {
    const message = this.read(stream, fields);
    if (!message) return;
    const { once = (_, apply) => apply() } = this.options;
    await this.inOrigin(message.published, stream, () =>
      this.broadcast ? message.apply() : once(message.envelope, message.apply),
    );
  }

  /**
   * Gives those entries to their handlers that share a transaction with others of their company. Resolves
   * with the ids of those that are applied: where one fails, or another replica locks the same rows in
   * another order, nothing of its company is, and each has to be given alone.
   */
  async together(stream: string, entries: readonly Entry[]): Promise<ReadonlySet<string>> {
    const applied = new Set<string>();
    if (!this.options.together) return applied;
    for (const [companyId, messages] of this.sharing(stream, entries)) {
      if (messages.length < 2) continue;
      try {
        await this.options.together(companyId, messages);
        for (const { id } of messages) applied.add(id);
      } catch (err) {
        this.options.logger.debug({ err, stream }, 'bus: messages are applied one by one');
      }
    }
    return applied;
  }

  /** The messages of entries that may be applied together, by company. */
  private sharing(stream: string, entries: readonly Entry[]) {
    const messages = entries.flatMap(([id, fields]) => {
      const message = this.readable(stream, fields);
      const companyId = message?.published.companyId;
      if (!message?.sharesTransaction || !companyId) return [];
      const { envelope, published, apply } = message;
      return { id, companyId, envelope, apply: () => this.inOrigin(published, stream, apply) };
    });
    return Map.groupBy(messages, ({ companyId }) => companyId);
  }

  private readable(stream: string, fields: string[]): ReadMessage | undefined {
    try {
      return this.read(stream, fields);
    } catch (error) {
      if (error instanceof UnreadableMessage) return undefined;
      throw error;
    }
  }

  private read(stream: string, fields: string[]): ReadMessage | undefined {
    const published = readEnvelope(envelopeOf(fields));
    const handler = this.handlers.get(published.type);
    const extras = handler?.extras as HandlerExtras | undefined;
    if (!handler || extras?.broadcast !== this.broadcast) return undefined;
    const { message: contract, sharesTransaction } = extras;
    const { publicKeys, group } = this.options;
    demandSignature(publicKeys, contract, originOf(stream, fields, group), fields);
    // An operator who gives one once more has decided that it counts.
    if (!this.broadcast && stream !== repeatsFor(group)) demandAge(contract, published);
    const payload = readPayload(published, contract);
    const { generation = 0, again } = published;
    return {
      published,
      envelope: countedAs(published, contract),
      sharesTransaction,
      apply: () =>
        whileApplying({ generation, again }, () => call(handler, payload, new BusContext([published]))),
    };
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
