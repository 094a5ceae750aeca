import { z } from 'zod';
import { idSchema } from '../http/id.js';

/** A message that one service tells the others: its name with a version, and the schema of what it says. */
export interface MessageContract<Schema extends z.ZodType = z.ZodType> {
  /** Past tense with a version, for example `session-ended.v1`. */
  name: string;
  /** The service that publishes it; also the stream it travels in, unless it has one of its own. */
  owner: 'identity' | 'accounts' | 'hazards-events' | 'personnel-org' | 'training';
  /**
   * A stream of its own beside the owner's, for messages so many that they would push the others out: its name, and about how
   * many messages stay readable in it.
   */
  stream?: { name: string; length: number };
  /**
   * For messages that tell the whole state of something: what it is the state of, within the company. The newest of each is kept
   * for good, so that it can always be told again.
   */
  stateOf?(payload: z.output<Schema>): string;
  payload: Schema;
}

export const defineMessage = <Schema extends z.ZodType>(
  contract: MessageContract<Schema>,
): MessageContract<Schema> => contract;

/** What travels on the bus around a payload. */
export const envelopeSchema = z.object({
  id: idSchema.describe('The same in every delivery of one event.'),
  type: z.string(),
  companyId: idSchema.nullable(),
  occurredAt: z.iso.datetime(),
  payload: z.unknown(),
});
export type Envelope = z.infer<typeof envelopeSchema>;
