import { z } from 'zod';
import { idSchema } from '../http/id.js';

/** A message from one service to the others: its name with a version, and the schema of its payload. */
export interface MessageContract<Schema extends z.ZodType = z.ZodType> {
  /** Past tense with a version, for example `session-ended.v1`. */
  name: string;
  /** The service that publishes it; also the stream it travels in, unless it has one of its own. */
  owner: 'identity' | 'accounts' | 'hazards-events' | 'personnel-org' | 'training';
  /**
   * A stream of its own beside the owner's, for messages so many that they would push the others out: its
   * name, and about how many messages stay readable in it.
   */
  stream?: { name: string; length: number };
  /**
   * For messages with the whole state of something: names that thing within the company. The newest message
   * of each is kept for good, so that it can always be published again.
   */
  stateOf?(payload: z.output<Schema>): string;
  /**
   * For messages with the whole state of something: the state of a thing that the owner has lost by a
   * restore, from the last one that it published. Its version is 0, so that any later state replaces it.
   */
  lost?(payload: z.output<Schema>): z.input<Schema>;
  payload: Schema;
}

/** Declares a message with the types of its payload; nothing else is done with it. */
export const defineMessage = <Schema extends z.ZodType>(
  contract: MessageContract<Schema>,
): MessageContract<Schema> => contract;

/** The envelope of a payload on the bus. */
export const envelopeSchema = z.object({
  id: idSchema.describe('The same in every delivery of one message.'),
  type: z.string(),
  companyId: idSchema.nullable(),
  occurredAt: z.iso.datetime(),
  change: z
    .object({ transactionId: z.string(), number: z.string() })
    .optional()
    .describe("The place of the change in its owner's change record. It never changes."),
  generation: z
    .int()
    .optional()
    .describe('Rises when the database of the owner is restored; readers compare it before the version.'),
  requestId: z.string().optional().describe('The request that the message came from.'),
  traceparent: z.string().optional().describe('The trace of that request (W3C Trace Context).'),
  tracestate: z.string().optional().describe('What other systems keep for that trace.'),
  again: z
    .literal(true)
    .optional()
    .describe('The state is published once more to repair read models: it replaces one of the same version.'),
  payload: z.unknown(),
});
export type Envelope = z.infer<typeof envelopeSchema>;
