import { StreamableFile } from '@nestjs/common';
import type { z } from 'zod';

/**
 * A result as its response schema has it, without what that does not declare. Throws for one that does not
 * fit: rather 500 than an answer that no document describes. A stream is sent as it is.
 */
export async function serialized(result: unknown, schema: z.ZodType | null | undefined): Promise<unknown> {
  if (!schema || typeof result !== 'object' || result === null || result instanceof StreamableFile)
    return result;
  const checked = await schema['~standard'].validate(result);
  if (!checked.issues) return checked.value;
  throw new Error(`Serialization failed: ${checked.issues.map(({ message }) => message).join(', ')}`);
}
