import { expect, it } from '@jest/globals';
import { z } from 'zod';
import { unstorableTexts } from './unstorable-text.js';

const bare = z.string().max(100);
const line = z.string().regex(/^[^\p{Cc}]*$/u);

it('finds text that takes U+0000, wherever it is in a body', () => {
  const body = z.object({
    code: bare.min(10),
    note: bare.nullable().default(null),
    tags: z.array(bare).optional(),
    parts: z.array(z.object({ name: bare, title: line })),
    either: z.union([z.number(), bare]),
    trimmed: bare.transform((text) => text.trim()),
    kept: z.record(line, bare),
    named: z.record(bare, z.number()),
    read: z.preprocess((given) => given, z.object({ text: bare })),
    changed: z.object({ reason: bare }).transform(({ reason }) => reason),
    further: z.lazy(() => z.object({ text: bare })),
  });
  expect(unstorableTexts(body)).toEqual([
    ...['/code', '/note', '/tags/*', '/parts/*/name', '/either', '/trimmed', '/kept/*', '/named/*'],
    ...['/read/text', '/changed/reason', '/further/text'],
  ]);
});

it('leaves text that refuses it, or does not keep it', () => {
  const body = z.object({
    title: line,
    day: z.iso.date(),
    kind: z.enum(['a', 'b']),
    count: z.coerce.number(),
    createdAt: z.unknown(),
    piped: z.string().pipe(line),
    formed: bare.transform((text) => text.trim()).pipe(line),
    cleaned: bare.transform((text) => text.replaceAll('\u0000', '')),
  });
  expect(unstorableTexts(body)).toEqual([]);
});
