import { randomUUID } from 'node:crypto';
import { dirname, join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import type { DocumentOptions } from '@safety/platform/openapi';
import type { TestApi } from './api.js';
import { type ArchitectureOptions, describeArchitecture, describeOpenApi } from './architecture.js';
import { guardedRoutes } from './guarded-routes.js';
import { describeMetrics } from './metrics.js';
import { describeRefusals, type RefusalOptions } from './refusals/describe-refusals.js';
import { describeSuites, type SuitesOptions } from './suites.js';

/** The tables of the bus, which every service has. */
const tablesOfTheBus = {
  bus_generation: 'holds one number, for all that the service publishes',
  bus_positions: 'holds names of streams and ids of their entries only',
  inbox: 'holds ids of messages only',
  outbox: 'the relay publishes for all companies; no request reads it',
};

export interface ServiceUnderTest extends RefusalOptions, Partial<ArchitectureOptions>, SuitesOptions {
  /** The committed `openapi.json`, and the words of it. */
  openApi: DocumentOptions & { file: string };
}

/**
 * The conformance suite of a service: routing, health, the refusals of every handler, the architecture and
 * the OpenAPI document. One spec of each service calls it.
 */
export function describeService(
  api: () => TestApi,
  module: Type,
  { openApi, queries = {}, tablesWithoutCompany, ...architecture }: ServiceUnderTest,
): void {
  describeRouting(api, module);
  describeMetrics(() => api().app, 'every service', 'a database', 'services of companies');
  describeRefusals(api, module, { queries });
  describeArchitecture(api, {
    ...architecture,
    tablesWithoutCompany: { ...tablesOfTheBus, ...tablesWithoutCompany },
  });
  describeSuites(api, join(dirname(openApi.file), 'dist'), architecture);
  describeOpenApi(api, module, openApi);
}

function describeRouting(api: () => TestApi, module: Type): void {
  const routes = guardedRoutes(module);
  const list = routes.find(({ method, handler }) => method === 'GET' && /^\/\w+$/.test(handler.path));
  if (!list) throw new Error('A service has a list');
  const { path } = list.handler;
  const methodsByPath = Map.groupBy(
    routes.map(({ method, handler }) => ({ method, path: handler.path })),
    (route) => route.path,
  );

  describe('routing', () => {
    // A literal segment is never read as an id: `DELETE /hazards/approvalData` is no hazard.
    it.each([...methodsByPath])(
      '405 with Allow: the methods that %s does not have',
      async (template, has) => {
        const caller = await api().caller();
        const headers = { authorization: `Bearer ${caller.token}`, 'x-company-context': caller.companyId };
        const methods = has.map(({ method }): string => method);
        const allow = [...new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : [])])].sort();
        const address = template.replace(/\{\w+\}/g, () => randomUUID());
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
          (one) => !methods.includes(one),
        )) {
          const answer = await api().send(method, address, {
            ...(method !== 'GET' && { body: {} }),
            headers,
          });
          const told = answer.headers.get('allow')?.split(', ').sort();
          expect({ method, status: answer.status, code: answer.body.code, allow: told }).toEqual({
            method,
            status: 405,
            code: 'method-not-allowed',
            allow,
          });
        }
      },
    );

    it('404: a path that there is not', async () => {
      const caller = await api().caller();
      expect((await caller.get('/nothing')).body.code).toBe('not-found');
      expect((await caller.get(`${path}/%ff`)).status).toBe(400);
    });

    it('echoes Api-Version and X-Request-Id', async () => {
      const sent = { 'api-version': '1.3.0', 'x-request-id': 'trace-1' };
      const { headers } = await (await api().caller()).get(path, { headers: sent });
      expect([headers.get('api-version'), headers.get('x-request-id')]).toEqual(['1.3.0', 'trace-1']);
    });

    it('200 on /health/ready and /health/live without a token', async () => {
      expect((await api().send('GET', '/health/ready')).status).toBe(200);
      expect((await api().send('GET', '/health/live')).status).toBe(200);
    });
  });
}
