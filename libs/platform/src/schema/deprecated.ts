import { applyDecorators, SetMetadata } from '@nestjs/common';
import { z } from 'zod';
import { addRouteConfig } from '../http/route-config.js';

export const DEPRECATED = 'safety:deprecated';

const daySchema = z.iso.date();

/** When an operation goes, and what takes its place. */
export interface Deprecation {
  /** The day from which on nobody should begin to use it, `YYYY-MM-DD` in UTC. */
  since: string;
  /** The day from which on it may answer 410, not before `since`. */
  sunset?: string;
  /** The path below the public address of the business API that answers instead. */
  successor?: `/${string}`;
}

/**
 * The handler still works and is going to be removed: each of its answers says so (RFC 9745, RFC 8594), and
 * so does the OpenAPI document. When it is removed, the route table of the gateway answers 410 in its place.
 */
export function Deprecated(deprecation: Deprecation): MethodDecorator {
  const { since, sunset = since } = deprecation;
  // RFC 9745 section 4: the sunset is not earlier.
  if (!daySchema.safeParse(since).success || !daySchema.safeParse(sunset).success || sunset < since)
    throw new Error(`Not a day, or a sunset before it: ${since}, ${sunset}`);
  return applyDecorators(addRouteConfig({ deprecation }), SetMetadata(DEPRECATED, deprecation));
}

/** The note in the OpenAPI document. */
export function deprecationNote({ since, sunset, successor }: Deprecation): string {
  const instead = successor ? `; use \`${successor}\`` : '';
  const end = sunset ? ` It may be gone from ${sunset} on.` : '';
  return `Deprecated since ${since}${instead}.${end}`;
}
