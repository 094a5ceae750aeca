import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { withAnswers } from '../testing/served-document.js';
import { exampleAnswers } from './build/example-answers.js';
import type { Answer, Document, MediaType, Operation } from './build/merge-documents.js';

type Row = Readonly<Record<string, unknown>>;

const document = withAnswers(
  JSON.parse(readFileSync(new URL('./openapi.json', import.meta.url), 'utf8')) as Document,
);
const methods = new Set(['get', 'post', 'put', 'patch']);
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).flatMap(([method, operation]) =>
    methods.has(method) ? [{ name: `${method} ${path.replace(/^\/api/, '')}`, path, method, operation }] : [],
  ),
);

const exampleIn = (content: Record<string, MediaType> = {}): unknown => Object.values(content)[0]?.example;
const answersOf = ({ responses }: Operation): Row[] =>
  Object.entries(responses).flatMap(([status, { content }]: [string, Answer]) => {
    const example = exampleIn(content);
    return status.startsWith('2') && example ? [example as Row] : [];
  });
const requestOf = ({ requestBody }: Operation): Row => (exampleIn(requestBody?.content) ?? {}) as Row;
const rowAt = (path: string): Row | undefined => {
  const { get } = document.paths[path] ?? {};
  return get && answersOf(get)[0];
};

const transitions = operations.filter(({ path }) => path.endsWith('/{id}/transitions'));

/** `close: from approved to closed, with ….` in the description of the member. */
function sentenceOf({ requestBody }: Operation, step: string): { from: string[]; to: string } | undefined {
  const [body] = Object.values(requestBody?.content ?? {});
  const { $ref = '' } = (body?.schema ?? {}) as { $ref?: string };
  const schema = document.components.schemas[$ref.split('/').at(-1) ?? ''] as {
    properties: { transition: { description: string } };
  };
  const { description } = schema.properties.transition;
  const [, from = '', to = ''] = new RegExp(`${step}: from ([\\w ]+?) to ([^.]+)`).exec(description) ?? [];
  return to ? { from: from.split(' or '), to } : undefined;
}

describe('the example of an answer shows the row once the request is done', () => {
  it.each(transitions)('$name: in the status that the step leads to', ({ path, operation }) => {
    const { transition } = requestOf(operation);
    const sentence = sentenceOf(operation, String(transition));
    const before = rowAt(path.replace('/transitions', ''));
    expect(sentence?.from).toContain(before?.['status']);
    const [after] = answersOf(operation);
    expect(after?.['status']).not.toBe(before?.['status']);
    expect(sentence?.to.split(/\W+/)).toContain(after?.['status']);
    expect(after).toMatchObject({ id: before?.['id'], version: Number(before?.['version']) + 1 });
  });

  it('there are transitions of each kind of row that has any', () => {
    expect(transitions.map(({ name }) => name)).toEqual([
      'post /accounts/users/{id}/transitions',
      'post /actions/{id}/transitions',
      'post /classes/{id}/transitions',
      'post /courses/{id}/transitions',
      'post /events/{id}/transitions',
      'post /hazards/{id}/transitions',
    ]);
  });

  it.each(operations.filter(({ method, path }) => method === 'post' && !path.includes('{')))(
    '$name: with the id and the values of the request, in its first version',
    ({ name, path, operation }) => {
      const request = requestOf(operation);
      const listed = (rowAt(path)?.['data'] as Row[] | undefined)?.[0];
      for (const answer of answersOf(operation).filter((example) => 'version' in example)) {
        const own = exampleAnswers[name] ?? {};
        const scalars = Object.entries(request).filter(
          ([member, value]) =>
            member in answer && !(member in own) && (value === null || typeof value !== 'object'),
        );
        expect(answer).toMatchObject({ ...Object.fromEntries(scalars), version: 1 });
        if ('id' in request) expect(answer['id']).not.toBe(listed?.['id']);
      }
    },
  );

  it.each([
    ['post /hazards/requireapproval'],
    ['post /hazards/approval'],
    ['post /events/requireapproval'],
    ['put /hazards/approval'],
    ['put /hazards/{id}/requireapproval'],
    ['put /events/{id}/requireapproval'],
  ])('%s: waiting for its approval', (wanted) => {
    const found = operations.find(({ name }) => name === wanted);
    for (const answer of found ? answersOf(found.operation) : [{}])
      expect(answer).toMatchObject({ status: 'pendingApproval', requireApproval: true });
  });

  it('names no answer that is none', () => {
    const names = operations.map(({ name }) => name);
    expect(Object.keys(exampleAnswers).filter((name) => !names.includes(name))).toEqual([]);
  });
});

it('a value that is described elsewhere is that of the row: a standing is recommended', () => {
  expect(rowAt('/api/training')).toMatchObject({ data: [{ requirement: 'recommended' }] });
});

it('every parameter says what it is', () => {
  const { parameters: shared = {} } = document.components as {
    parameters?: Record<string, { description?: string }>;
  };
  const silent = operations.flatMap(({ name, operation }) =>
    (operation.parameters ?? [])
      .map((given) => ({ ...given, ...shared[given.$ref?.split('/').at(-1) ?? ''] }))
      .filter(({ description, schema }) => !description && !schema?.description)
      .map((parameter) => `${name} ${parameter.name}`),
  );
  expect(silent).toEqual([]);
});

it('the description names the operations that need no company, and no others', () => {
  const bare = operations
    .filter(({ operation }) => !JSON.stringify(operation.parameters ?? []).includes('/CompanyContext'))
    .filter(({ operation }) => !operation.parameters?.some(({ name }) => name === 'x-company-context'));
  const { description } = (document as unknown as { info: { description: string } }).info;
  const [, named = ''] = /Every call but ([^.]+) also needs/.exec(description) ?? [];
  const places = [...named.matchAll(/`([^`]+)`/g)].map(([, place = '']) => place);
  expect(places).toEqual(['/accounts/companies/me', '/accounts/users/me']);
  expect(bare.filter(({ path }) => !places.some((place) => path.startsWith(place)))).toEqual([]);
  expect(places.filter((place) => !bare.some(({ path }) => path.startsWith(place)))).toEqual([]);
});
