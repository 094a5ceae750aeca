import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { Type } from '@nestjs/common';
import type { Permission } from '@safety/contracts';
import { describeHandlers } from '@safety/platform/openapi';
import type { CallerOptions, RequestOptions, TestApi, TestCaller } from '../api.js';
import { guardedRoutes } from '../guarded-routes.js';
import { describeIdentifiedBodies } from '../identified-bodies.js';
import { once } from '../once.js';
import { refusals } from './refusals.js';

/**
 * The options for refusals of single handlers, by method and path, for example `PUT /personnel/{id}/history`.
 */
export interface RefusalOptions {
  /** A query without which the request is refused for another reason. */
  queries?: Readonly<Record<string, `?${string}`>>;
}

const headersOf = ({ token, companyId }: TestCaller): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'x-company-context': companyId,
});

const NAMES_A_ROW = /\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Bodies that no endpoint takes; who may not call or names no row is told that first. */
const unreadableBodies: (RequestOptions & { name: string; code: string })[] = [
  { name: 'half a body', code: '400 malformed-json', body: '{"' },
  {
    name: 'a form',
    code: '415 unsupported-media-type',
    body: 'a=1',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  },
  { name: 'an unknown member', code: '422 unknown-field', body: { thereIsNoSuchMember: 1 } },
];

/** Generates, for each guarded handler of a service, the refusals that every endpoint of the APIs shares. */
export function describeRefusals(
  api: () => TestApi,
  module: Type,
  { queries = {} }: RefusalOptions = {},
): void {
  const routes = guardedRoutes(module);
  // Shared by all cases, none of which writes anything.
  const admin = once(() => api().caller());
  const powerless = once(() => api().caller({ permissions: [] }));
  const client = once(() => api().caller({ asServiceClient: true }));
  const outOfScope = once(() => api().caller({ token: { claims: { scope: 'openid' } } }));

  it('every guarded handler has its table of refusals', () => {
    const guarded = describeHandlers(api().app).filter(({ isPublic }) => !isPublic);
    expect(routes.map(({ handler }) => handler.name).sort()).toEqual(guarded.map(({ name }) => name).sort());
  });

  it('each query names a handler', () => {
    const known = routes.map(({ method, handler }) => `${method} ${handler.path}`);
    expect(known).toEqual(expect.arrayContaining(Object.keys(queries)));
  });

  describe.each(routes.map((route) => ({ ...route, name: `${route.method} ${route.handler.path}` })))(
    '$name refuses',
    ({
      name,
      method,
      path: withoutQuery,
      handler: { access, requires, requiresEverywhere, isForUsers, takes },
    }) => {
      const path = `${withoutQuery}${queries[name] ?? ''}`;
      const anyScope = access?.scopes.length === 0;
      const send = (headers: Record<string, string>) => {
        const body: RequestOptions = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
        return api().send(method, path, { ...body, headers });
      };

      const applying = refusals.filter(({ code }) => access?.company || !code.startsWith('company-context-'));

      it.each(applying)('$status $code: $name', async ({ status, code, request }) => {
        const answer = await send(await request(api(), headersOf(await admin())));
        expect({ status: answer.status, code: answer.body.code }).toEqual({ status, code });
        expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
        expect(answer.body.traceId).toBe(answer.headers.get('x-request-id'));
      });

      it('titles a refusal in the language of Accept-Language; the code stays', async () => {
        const answer = await send({ 'accept-language': 'fr, es-MX;q=0.8, en;q=0.5' });
        expect(answer.body).toMatchObject({ title: 'Falta el token de acceso', code: 'token-missing' });
      });

      const asItself = 'a client of the company that acts as itself';
      it(isForUsers ? `403 user-required: ${asItself}` : `not ${asItself}`, async () => {
        const answer = await send(headersOf(await client()));
        expect(answer.body?.code === 'user-required').toBe(isForUsers);
      });

      if (!anyScope) {
        it('403 insufficient-scope: a token without the scope of the API', async () => {
          const answer = await send(headersOf(await outOfScope()));
          expect({ status: answer.status, code: answer.body.code }).toEqual({
            status: 403,
            code: 'insufficient-scope',
          });
        });
      }

      const bodies = takes.body ? unreadableBodies : [];
      const sendBody = ({ body, headers }: RequestOptions, caller: TestCaller) =>
        api().send(method, path, { body, headers: { ...headersOf(caller), ...headers } });

      for (const request of NAMES_A_ROW.test(path) ? bodies : []) {
        it(`404 not-found before ${request.code}: ${request.name}`, async () => {
          const answer = await sendBody(request, await admin());
          expect({ status: answer.status, code: answer.body.code }).toEqual({
            status: 404,
            code: 'not-found',
          });
        });
      }

      if (takes.idInBody)
        describeIdentifiedBodies(() => api().caller(), method === 'PUT' ? 'PUT' : 'POST', path);

      if (!requires) return;

      for (const request of bodies) {
        it(`403 permission-denied before ${request.code}: ${request.name}`, async () => {
          const answer = await sendBody(request, await powerless());
          expect({ status: answer.status, code: answer.body.code }).toEqual({
            status: 403,
            code: 'permission-denied',
          });
        });
      }

      const denied: [string, CallerOptions][] = [[`a member without ${requires}`, { permissions: [] }]];
      if (requiresEverywhere)
        denied.push([
          `${requires} that counts at some org structures alone`,
          { permissions: [requires as Permission], orgStructureIds: [randomUUID()] },
        ]);

      it.each(denied)('403 permission-denied: %s', async (_, options) => {
        const caller = await api().caller(options);
        const answer = await send(headersOf(caller));
        expect({ status: answer.status, code: answer.body.code }).toEqual({
          status: 403,
          code: 'permission-denied',
        });
        expect(answer.body.requiredPermission).toBe(requires);
      });
    },
  );
}
