import { describe, expect, it } from '@jest/globals';
import { expectTypeOf } from 'expect-type';
import { z } from 'zod';
import { pageOf } from './list.js';
import { membersOf, resource, saved } from './resource.js';
import { line, optional } from './text.js';

const writable = {
  name: line(10),
  note: optional(line(10)),
  count: z.int().min(1).max(5).default(1),
};
const readOnly = { status: z.enum(['draft', 'active']) };
const thing = resource('SpecThing', writable, readOnly);
const saveThing = saved('SaveSpecThing', writable, readOnly);

const row = {
  companyId: 'secret',
  id: '0b37ab49-9ea5-4f4c-8b49-5d9a8f9d1f60',
  version: 3,
  createdAt: new Date(0),
  createdByUserId: null,
  modifiedAt: new Date(1),
  modifiedByUserId: null,
  archived: false,
  archivedAt: null,
  archivedByUserId: null,
  externalId: null,
  customFields: {},
  name: 'a',
  note: null,
  count: 1,
  status: 'draft' as const,
};

describe('resource', () => {
  it('writes instants and drops the company and what else it does not declare', () => {
    const { companyId, ...rest } = row;
    expect(thing.parse(row)).toEqual({
      ...rest,
      createdAt: '1970-01-01T00:00:00.000Z',
      modifiedAt: '1970-01-01T00:00:00.001Z',
    });
  });

  it('reads a row that the rules of writing would refuse today', () => {
    const old = { ...row, name: 'x'.repeat(500), count: 99, customFields: { 'Old key': 'x'.repeat(5000) } };
    expect(thing.safeParse(old).success).toBe(true);
  });

  it.each(['id', 'version', 'name', 'note', 'customFields', 'status'])(
    'does not answer without %s',
    (name) => {
      expect(thing.safeParse({ ...row, [name]: undefined }).success).toBe(false);
    },
  );
});

describe('the type of an answer', () => {
  type Row = typeof row;
  type Answer = z.input<typeof thing>;
  const things = pageOf(thing);
  type Answers = z.input<typeof things>['data'];
  type With<Members> = Omit<Row, keyof Members> & Members;

  it('fits a row and the rows of a page', () => {
    expectTypeOf<Row>().toExtend<Answer>();
    expectTypeOf<Row[]>().toExtend<Answers>();
  });

  it('fits no member of another type or nullability', () => {
    expectTypeOf<With<{ name: number }>>().not.toExtend<Answer>();
    expectTypeOf<With<{ name: string | null }>>().not.toExtend<Answer>();
    expectTypeOf<With<{ count: string }>>().not.toExtend<Answer>();
    expectTypeOf<With<{ status: string }>>().not.toExtend<Answer>();
    expectTypeOf<With<{ customFields: Record<string, object> }>>().not.toExtend<Answer>();
    expectTypeOf<Omit<Row, 'note'>>().not.toExtend<Answer>();
    expectTypeOf<With<{ name: number }>[]>().not.toExtend<Answers>();
    expectTypeOf<With<{ note: number | null }>[]>().not.toExtend<Answers>();
  });
});

describe('saved', () => {
  it('fills in what is left out', () => {
    expect(saveThing.parse({ name: 'a' })).toEqual({
      name: 'a',
      note: null,
      count: 1,
      externalId: null,
      customFields: {},
    });
  });

  it('drops read-only members, so that what was read can be sent back', () => {
    const read = JSON.parse(JSON.stringify(thing.parse(row)));
    expect(
      saveThing.parse({ ...read, version: 99, archived: true, status: 'active', id: 'another' }),
    ).toEqual({
      name: 'a',
      note: null,
      count: 1,
      externalId: null,
      customFields: {},
    });
  });

  it.each(['companyId', 'company_id', 'constructor', 'isAdmin'])('refuses %s (mass assignment)', (member) => {
    const issues = saveThing.safeParse({ name: 'a', [member]: 'x' }).error?.issues;
    expect(issues).toMatchObject([{ code: 'unrecognized_keys', keys: [member] }]);
  });

  it.each([
    ['51 keys', Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`key${index}`, 1]))],
    ['a key in upper case', { Key: 1 }],
    ['a key of 65 letters', { ['k'.repeat(65)]: 1 }],
    ['a key with a dot', { 'a.b': 1 }],
    ['an object as value', { key: {} }],
    ['a list as value', { key: [] }],
    ['1,001 letters', { key: 'x'.repeat(1001) }],
    ['control characters', { key: 'a\u0000' }],
  ])('refuses custom fields with %s', (_, customFields) => {
    expect(saveThing.safeParse({ name: 'a', customFields }).success).toBe(false);
  });

  it('takes custom fields at their limits', () => {
    const customFields = {
      ...Object.fromEntries(Array.from({ length: 45 }, (_, index) => [`key${index}`, index])),
      ['k'.repeat(64)]: 'x'.repeat(1000),
      flag: true,
      empty: '',
      lines: 'Gate 4\nRing twice',
      nothing: null,
    };
    expect(saveThing.parse({ name: 'a', customFields }).customFields).toEqual(customFields);
  });

  it('says too-long of too many custom fields, and reads none of them', () => {
    const customFields = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`Key ${index}`, {}]));
    const issues = saveThing.safeParse({ name: 'a', customFields }).error?.issues;
    expect(issues).toMatchObject([{ path: ['customFields'], params: { code: 'too-long' } }]);
  });

  it("keeps the id that the client made, with `id: 'byClient'`, and no other", () => {
    const addThing = saved('AddSpecThing', writable, readOnly, { id: 'byClient' });
    const id = '0198f0aa-3d50-7000-8000-000000000000';
    expect(addThing.parse({ name: 'a', id, version: 7 })).toMatchObject({ name: 'a', id });
    expect(addThing.parse({ name: 'a' })).not.toHaveProperty('id');
    for (const wrong of [row.id, id.toUpperCase(), '', null, 7, id.replace('-8000', '-c000')])
      expect(addThing.safeParse({ name: 'a', id: wrong }).error?.issues).toMatchObject([{ path: ['id'] }]);
    expectTypeOf<z.output<typeof addThing>['id']>().toEqualTypeOf<string | undefined>();
  });

  it('types what a service gets: writable members alone', () => {
    expectTypeOf<z.output<typeof saveThing>>().toEqualTypeOf<{
      name: string;
      note: string | null;
      count: number;
      externalId: string | null;
      customFields: Record<string, string | number | boolean | null>;
    }>();
  });
});

describe('membersOf', () => {
  it('names read-only and writable members', () => {
    expect(membersOf(saveThing)).toEqual(
      expect.arrayContaining(['id', 'version', 'status', 'name', 'note', 'count', 'externalId']),
    );
  });

  it('throws for what has no members', () => {
    expect(() => membersOf(z.string())).toThrow('members');
  });
});
