import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import {
  commaSeparated,
  dateSchema,
  dateTimeSchema,
  idSchema,
  line,
  membersOf,
  paragraph,
  saveCourseSchema,
  savePersonnelSchema,
} from '@safety/contracts';
import type { z } from 'zod';
import { growsLinearly } from '../../testing/growth.js';
import { requestIdOf } from '../request-id.js';
import { originForm } from '../wire/origin-form.js';
import { matchesEtag } from './etag.js';
import { acceptsJson, languageOf, prefersHtml } from './negotiation.js';
import { preconditionOf } from './precondition.js';

/** Beginnings, what is repeated after them, and ends: what makes an expression try again and again. */
const hostile = [
  '',
  '"1",',
  '"',
  'W/"',
  'a',
  'a/b;q=',
  'http://',
  '{',
  '2026-01-01T00:00:00',
  'a@',
  'https://',
].flatMap((beginning) =>
  [
    ' ',
    '\t',
    ',',
    ' ,',
    '"',
    '","',
    'a',
    'a,',
    '1',
    '-',
    'a-',
    '.',
    'a.',
    '/',
    ';',
    '; ',
    ';q=1',
    '=',
    '%',
    '@',
    ':',
    '\u200b',
    'a\u200b',
    '\u0301\u0323',
  ].flatMap((part) =>
    ['', '!', '\n', '"x'].map((end) => ({
      name: `${JSON.stringify(beginning + part.repeat(2))}… ${JSON.stringify(end)}`,
      of: (length: number) => beginning + part.repeat(length / part.length) + end,
    })),
  ),
);

const request = (headers: Record<string, string>) => ({ headers }) as unknown as IncomingMessage;
const everywhere = (schema: z.ZodType, text: string) =>
  Object.fromEntries(membersOf(schema).map((member) => [member, text]));
const parses = (schema: z.ZodType) => (input: string) => schema.safeParse(input);

describe('time grows no faster than what is read', () => {
  it.each<[string, (input: string) => unknown]>([
    ['If-Match', preconditionOf],
    ['If-None-Match', (input) => matchesEtag(input, '"1"')],
    ['Accept of a program', (accept) => acceptsJson(request({ accept }))],
    ['Accept of a browser', (accept) => prefersHtml(request({ accept }))],
    ['Accept-Language', (language) => languageOf(request({ 'accept-language': language }))],
    ['X-Request-Id', (id) => requestIdOf(request({ 'x-request-id': id }))],
    ['the address of a request', (target) => originForm(target, new Set())],
    ['a line of text', parses(line(200))],
    ['a text', parses(paragraph(8000))],
    ['an id', parses(idSchema)],
    ['a list of ids', parses(commaSeparated(idSchema))],
    ['a date', parses(dateSchema)],
    ['an instant', parses(dateTimeSchema)],
    ['each member of a course', (text) => saveCourseSchema.safeParse(everywhere(saveCourseSchema, text))],
    [
      'each member of a person',
      (text) => savePersonnelSchema.safeParse(everywhere(savePersonnelSchema, text)),
    ],
  ])('%s', (_, read) => {
    const slow = hostile.filter(({ of }) => !growsLinearly(read, of)).map(({ name }) => name);
    expect(slow).toEqual([]);
  });
});
