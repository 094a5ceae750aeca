import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Suite } from '@safety/local-stack';
import { ADMIN, Integrator } from './integrator.js';

type Content = Record<string, { example: unknown }>;

interface Parameter {
  name: string;
  in: string;
  example?: string;
}

interface Operation {
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { content: Content };
  responses: Record<string, { $ref?: string; description?: string; content?: Content }>;
}

interface Reference {
  paths: Record<string, { get?: Operation; post?: Operation; put?: Operation }>;
  components: {
    responses: Record<string, { description: string }>;
    parameters: Record<string, Parameter>;
  };
}

/** The requests that the reference shows can be sent as they stand, by the administrator of the demo. */
export function describeExamples(suite: () => Suite): void {
  describe('the example of a request in the reference', () => {
    let integrator: Integrator;
    let reference: Reference;
    beforeAll(async () => {
      integrator = await Integrator.at(suite().url);
      reference = (await (await fetch(`${suite().url}/openapi.json`)).json()) as Reference;
    });

    /** First, since other cases give the hazard another action. */
    it.each([
      { of: 'actions', becomes: 'verified', back: undefined },
      { of: 'hazards', becomes: 'closed', back: { transition: 'reopen', comment: 'Seen again.' } },
      { of: 'courses', becomes: 'retired', back: { transition: 'reactivate' } },
    ])(
      `is accepted from ${ADMIN} for a transition of $of: one becomes $becomes`,
      async ({ of, becomes, back }) => {
        const path = `/api/${of}/{id}/transitions`;
        const { post } = reference.paths[path] ?? {};
        const at = path.replace('{id}', idOf(post) ?? '');
        const example = post?.requestBody?.content['application/json']?.example;
        const { status, body } = await integrator.call(at, { method: 'POST', body: example });
        expect({ status, body }).toMatchObject({ status: 200, body: { status: becomes } });
        if (back) expect((await integrator.call(at, { method: 'POST', body: back })).status).toBe(200);
      },
    );

    it(`is accepted from ${ADMIN} at each POST, but for what there is already`, async () => {
      const posts = Object.entries(reference.paths).flatMap(([path, { post }]) =>
        post?.requestBody && !path.includes('{') ? [{ path, post }] : [],
      );
      expect(posts.length).toBeGreaterThan(15);
      const refused: unknown[] = [];
      for (const { path, post } of posts) {
        const example = post.requestBody?.content['application/json']?.example;
        const { status, body } = await integrator.call(path, { method: 'POST', body: example });
        const { $ref = '', description = '' } = post.responses['409'] ?? {};
        const conflict = reference.components.responses[$ref.split('/').at(-1) ?? '']?.description;
        const isKnown = status === 409 && (conflict ?? description).includes(`\`${body.code}\``);
        if (status >= 300 && !isKnown) refused.push({ path, status, body });
      }
      expect(refused).toEqual([]);
    });

    /** The id of the row that the example of an answer shows. */
    const idOf = (operation: Operation | undefined) =>
      (operation?.responses['200']?.content?.['application/json']?.example as { id?: string } | undefined)
        ?.id;

    /** The address that the examples of its parameters make of a path. */
    const addressOf = (path: string, { parameters = [] }: Operation): string =>
      parameters
        .map((given) =>
          '$ref' in given
            ? (reference.components.parameters[
                given.$ref.slice(given.$ref.lastIndexOf('/') + 1)
              ] as Parameter)
            : given,
        )
        .filter((given) => given.in === 'path')
        .reduce((address, { name, example }) => address.replace(`{${name}}`, `${example}`), path);

    it('is about rows of the demo: each GET below /api answers 200 for the ids of its example', async () => {
      const reads = Object.entries(reference.paths).flatMap(([path, { get }]) =>
        get && path.startsWith('/api/') && path.includes('{') ? [addressOf(path, get)] : [],
      );
      expect(reads.length).toBeGreaterThan(30);
      const missing: unknown[] = [];
      for (const path of reads) {
        const { status } = await integrator.call(path);
        if (status !== 200) missing.push({ path, status });
      }
      expect(missing).toEqual([]);
    });

    it(`is accepted from ${ADMIN} for a revision of the event that the reference shows`, async () => {
      const path = '/api/events/{id}/requireapproval';
      const { put } = reference.paths[path] ?? {};
      const example = put?.requestBody?.content['application/json']?.example;
      const at = path.replace('{id}', idOf(put) ?? '');
      const { status, body } = await integrator.call(at, { method: 'PUT', body: example });
      expect({ status, body }).toMatchObject({ status: 200, body: { status: 'pendingApproval' } });
    });
  });
}
