import { describe, expect, it } from '@jest/globals';
import { Controller } from '@nestjs/common';
import {
  administeredChangesSchema,
  type ChangeActor,
  type ChangePage,
  listQuery,
  recordedChangesSchema,
  resource,
  saved,
  transitionSchema,
} from '@safety/contracts';
import { Summary } from '@safety/platform';
import { handlersOf } from '@safety/platform/openapi';
import { z } from 'zod';
import { BusinessApi, Requires } from '../access/access.js';
import { resourceHandlers } from './resource-handlers.js';

const writable = { title: z.string() };
const note = {
  row: resource('HandledNote', writable, {}),
  query: listQuery({ sort: ['createdAt'], defaultSort: 'createdAt', filters: {} }),
  body: saved('SaveHandledNote', writable, {}),
  reads: Requires('training.read'),
  writes: Requires('training.write'),
};
const step = transitionSchema('HandledNoteTransition', { close: { from: ['open'], to: 'closed' } });

type Notes = ConstructorParameters<typeof Plain>[0];
type Steps = Pick<ConstructorParameters<typeof Stepped>[0], 'transition'>;
declare const notes: Omit<Notes, 'transition'>;
declare const steps: Steps;

const Plain = resourceHandlers(note);
const Stepped = resourceHandlers({ ...note, step });
const Own = resourceHandlers({ ...note, without: ['transition'] });
const Administered = resourceHandlers({ ...note, changes: administeredChangesSchema });
const numbered = z.object({ ...recordedChangesSchema.shape.data.element.shape, version: z.string() });
const Numbered = resourceHandlers({
  ...note,
  changes: recordedChangesSchema.extend({ data: z.array(numbered) }),
});

/** The notes with an audit that names these authors. */
declare const naming: <Actor extends string | null>(
  ...actors: Actor[]
) => Omit<typeof notes, 'history'> & { history(): Promise<ChangePage<Actor>> };
declare const actor: ChangeActor;

// Never called. Each mark stands above code that must not compile, as in decorators.spec.ts of platform.
export const constructed = () => [
  new Plain(notes),
  new Stepped({ ...notes, ...steps }),
  new Own({ ...notes, ...steps }),
  // @ts-expect-error nothing takes the steps that the controller has a body for
  new Stepped(notes),
  // @ts-expect-error no handler has a body for the steps that the service takes
  new Plain({ ...notes, ...steps }),
  new Plain(naming(actor)),
  new Plain(naming(actor, null)),
  new Administered(naming(actor, 'operator')),
  // @ts-expect-error an author of a kind that the audit does not have
  new Plain(naming('operator')),
  // @ts-expect-error null where the audit always has an author
  new Administered(naming(actor, null)),
  // @ts-expect-error a member of another type in the audit
  new Numbered(naming(actor)),
  // @ts-expect-error there is no such handler
  new Plain(notes).transition,
];

/** The handlers of a controller, each with its permission and the problems that it names. */
function declared(handlers: new (...args: never[]) => object): Record<string, unknown[]> {
  Controller('notes')(handlers);
  BusinessApi()(handlers);
  const found = handlersOf(handlers as Parameters<typeof handlersOf>[0]);
  return Object.fromEntries(
    found.map(({ method, path, requires, returns }) => [
      `${method} ${path}`,
      [requires, returns?.status, returns?.errors],
    ]),
  );
}

describe('the usual handlers of a resource', () => {
  it('each have method, path, permission, status and problems', () => {
    expect(declared(resourceHandlers({ ...note, step, errors: { archive: ['in-use'] } }))).toEqual({
      'get /notes': ['training.read', 200, []],
      'post /notes': ['training.write', 201, ['duplicate']],
      'get /notes/{id}': ['training.read', 200, []],
      'get /notes/{id}/audit': ['training.read', 200, []],
      'put /notes/{id}': ['training.write', 200, ['duplicate']],
      'patch /notes/{id}': ['training.write', 200, ['duplicate']],
      'post /notes/{id}/transitions': ['training.write', 200, ['invalid-state']],
      'delete /notes/{id}': ['training.write', 204, ['in-use']],
      'put /notes/{id}/restore': ['training.write', 200, []],
    });
  });

  it('are fewer without steps, and without those that are left out', () => {
    const without = ['add', 'audit', 'replace', 'patch', 'archive', 'restore'] as const;
    expect(Object.keys(declared(resourceHandlers({ ...note, without })))).toEqual([
      'get /notes',
      'get /notes/{id}',
    ]);
  });

  it('may have a list and rows at different paths', () => {
    const paths = { list: 'all', row: 'one' };
    const routes = Object.keys(declared(resourceHandlers({ ...note, paths, without: ['audit'] })));
    expect(routes).toEqual(
      expect.arrayContaining(['get /notes/all', 'post /notes/one', 'put /notes/one/{id}/restore']),
    );
  });

  it('say where the permission to write has to count', () => {
    const writes = Requires('training.write', 'It has to count there.');
    const handlers = resourceHandlers({ ...note, writes, without: ['audit', 'replace', 'patch', 'archive'] });
    const found = handlersOf(handlers as unknown as Parameters<typeof handlersOf>[0]);
    expect(found.map(({ method, terms }) => [method, terms])).toEqual([
      ['get', undefined],
      ['post', 'It has to count there.'],
      ['get', undefined],
      ['put', 'It has to count there.'],
    ]);
  });

  it('take each their schemas, and a summary of their own where one is given', () => {
    const handlers = resourceHandlers({
      ...note,
      changed: step,
      summaries: { replace: Summary('Close', 'Closes.') },
    });
    const found = new Map(
      handlersOf(handlers as unknown as Parameters<typeof handlersOf>[0]).map((handler) => [
        handler.name.split('.')[1],
        handler,
      ]),
    );
    expect(found.get('list')?.takes.query).toBe(note.query);
    expect(found.get('add')?.takes.body).toBe(note.body);
    expect(found.get('replace')?.takes).toMatchObject({ body: step, ifMatch: true });
    expect(found.get('replace')?.summary).toEqual({ summary: 'Close', description: 'Closes.' });
    expect(found.get('archive')?.takes).toMatchObject({ ifMatch: true, params: { id: expect.anything() } });
  });
});
