import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Suite } from '@safety/local-stack';
import { ADMIN, Integrator } from './integrator.js';

interface Operation {
  requestBody?: { content: Record<string, { example: unknown }> };
  responses: Record<string, { $ref?: string; description?: string }>;
}

interface Reference {
  paths: Record<string, { post?: Operation }>;
  components: { responses: Record<string, { description: string }> };
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
  });
}
