import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openApiDocument } from '@safety/platform/openapi';
import { describeIdentifiedBodies, describeResource, type TestApi } from '@safety/testing';
import { type NotesApi, startNotes } from '../testing/notes-service.js';

let api: NotesApi;
beforeAll(async () => {
  api = await startNotes();
});
afterAll(() => api.close());

describeResource(() => api as TestApi, {
  path: '/notes',
  body: (_, changes) => ({ title: `Note ${randomUUID().slice(0, 8)}`, ...changes }),
  text: { member: 'title', values: ['A title', 'B title'] },
  required: 'title',
  sorts: ['title'],
  unique: 'code',
  clientMadeIds: true,
  replacesIn: '/notes',
  elsewhere: async () => ({ orgStructureIds: [randomUUID()] }),
});

describe('PUT /notes refuses', () => {
  describeIdentifiedBodies(() => api.caller(), 'PUT', '/notes');
});

describe('the OpenAPI document', () => {
  interface Schema {
    required?: string[];
    properties: Record<string, { readOnly?: boolean; $ref?: string }>;
  }
  interface Operation {
    requestBody: { content: Record<string, { schema: { $ref: string } }> };
    responses: Record<string, { content: Record<string, { schema: { $ref: string } }> }>;
  }
  const read = () => {
    const { paths, components } = openApiDocument(api.app, {
      title: 'Notes',
      description: '',
      prefix: '/api',
    }) as {
      paths: Record<string, Record<string, Operation>>;
      components: { schemas: Record<string, Schema> };
    };
    const named = ($ref = ''): Schema | undefined => components.schemas[$ref.split('/').at(-1) ?? ''];
    const operation = (method: string) => paths['/api/notes']?.[method] as Operation;
    const body = (method: string) =>
      named(operation(method).requestBody.content['application/json']?.schema.$ref) as Schema;
    return { operation, body };
  };

  it('PUT /notes requires id, and version may be given', () => {
    const { body, operation } = read();
    const { required, properties } = body('put');
    expect(required).toEqual(['id', 'title']);
    expect([properties['id']?.readOnly, properties['version']?.readOnly]).toEqual([undefined, undefined]);
    expect(properties['createdAt']?.readOnly).toBe(true);
    expect(Object.keys(operation('put').responses)).toEqual(expect.arrayContaining(['404', '412']));
  });

  it('POST /notes takes an id, and answers 201 or 200 with the note', () => {
    const { body, operation } = read();
    const { required, properties } = body('post');
    expect(required).toEqual(['title']);
    expect(properties['id']?.readOnly).toBeUndefined();
    const { responses } = operation('post');
    for (const status of ['200', '201'])
      expect(responses[status]?.content['application/json']?.schema.$ref).toMatch(/\/Note$/);
    expect(Object.keys(responses)).toContain('409');
  });
});
