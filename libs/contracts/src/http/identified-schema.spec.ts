import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { identifiedSchema } from './identified-schema.js';
import { saved } from './resource.js';
import { line } from './text.js';

const schema = identifiedSchema(saved('SaveNamed', { name: line(10) }, { status: z.string() }));
const id = '0b37ab49-9ea5-4f4c-8b49-5d9a8f9d1f60';

describe('identifiedSchema', () => {
  it.each([
    { id, name: 'a' },
    { id, name: 'a', version: 1, status: 'read-only', createdAt: 'read-only' },
  ])('takes %j', (body) => {
    expect(schema.safeParse(body).success).toBe(true);
  });

  it.each([
    { name: 'a' },
    { id: 'x', name: 'a' },
    { id, name: 'a', version: 0 },
    { id, name: 'a', version: '1' },
    { id, name: 'a', colour: 'red' },
  ])('refuses %j', (body) => {
    expect(schema.safeParse(body).success).toBe(false);
  });

  it('has a name of its own', () => {
    expect(schema.meta()?.id).toBe('SaveNamedWithId');
  });
});
