import { demoQuarries, placeId } from '@safety/demo-data';
import { type Answer, type Call, type Integrator, MANAGER } from './integrator.js';

type Send = (path: string, body?: object, call?: Call) => Promise<Answer>;

/** Short ways for an integrator to work with hazards and events, where the manager of the demo approves. */
export function registerCalls(by: () => Integrator) {
  const since = (version: string): Call => ({ headers: { 'api-version': version } });
  const get = (path: string, version: string) => by().api(path, since(version));
  const post: Send = (path, body, call) => by().api(path, { method: 'POST', body, ...call });
  const put: Send = (path, body, call) => by().api(path, { method: 'PUT', body, ...call });
  const hazard = (changes: object = {}) =>
    by()
      .newHazard()
      .then((body) => ({ ...body, ...changes }));
  const suggested = { suggestedActions: [{ description: 'A guard.' }] };

  /** The manager decides: the administrator has submitted it. */
  const approve = async (id: string, more: object = {}): Promise<Answer> => {
    const { access_token: token } = await by().tokensOf(MANAGER);
    return put('/hazards/approval', { id, approval: { step: 'approve' }, ...more }, { token });
  };
  const submitted = async (changes: object = {}) =>
    (await post('/hazards/approval', await hazardOfManager(by(), changes))).body;
  return { since, get, post, put, hazard, suggested, approve, submitted };
}

/** Where the manager of the demo may approve. */
export const northQuarry = placeId(demoQuarries, 'North Quarry');

export const hazardOfManager = async (by: Integrator, changes: object) => ({
  ...(await by.newHazard()),
  orgStructureId: northQuarry,
  ...changes,
});

export const eventOfManager = () => ({
  title: 'Ladder slipped',
  description: 'Nobody was hurt.',
  eventType: 'nearMiss',
  actualSeverity: 'negligible',
  occurredAt: new Date().toISOString(),
  orgStructureId: northQuarry,
  eventGroups: [{ groupType: 'nearMiss' }],
});
