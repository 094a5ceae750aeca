import { randomUUID } from 'node:crypto';

/** An address of its own, with more before the `@` than RFC 5321 allows. */
export const longAddress = (): string => `${randomUUID()}${'x'.repeat(29)}@example.com`;
