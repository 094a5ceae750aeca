import type { Answer, CallerOptions, TestApi, TestCaller } from '@safety/testing';
import {
  addCompany,
  addMember,
  assessed,
  hazardAt,
  startForSpec,
  type TestPlace,
} from './hazards-under-test.js';

/** Status and code of an answer. */
export const outcome = ({ status, body: { code } }: Answer) => ({ status, code });
export const idsIn = ({ body: { data } }: Answer): string[] => data.map(({ id }: { id: string }) => id);
/** Status, and the pointers and codes of the members that were refused. */
export const faultsOf = ({ status, body: { errors } }: Answer) => ({
  status,
  faults: errors?.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`),
});

/** A company with an author and an approver, and short ways to drive hazards. */
export interface HazardScene {
  admin: TestCaller;
  place: TestPlace;
  /** An employee. */
  author: TestCaller;
  /** An event manager. */
  approver: TestCaller;
  member(options: CallerOptions): Promise<TestCaller>;
  body(changes?: object): object;
  // biome-ignore lint/suspicious/noExplicitAny: tests check the shape of answers
  submit(changes?: object, caller?: TestCaller): Promise<any>;
  decide(id: string, step: string, more?: object, caller?: TestCaller): Promise<Answer>;
  // biome-ignore lint/suspicious/noExplicitAny: the same
  approved(changes?: object): Promise<any>;
}

export async function hazardScene(api: TestApi): Promise<HazardScene> {
  const { admin, place } = await addCompany(api);
  const member = (options: CallerOptions) => addMember(api, admin.companyId, options);
  const author = await member({ role: 'employee' });
  const approver = await member({ role: 'eventManager' });
  // Another one decides on submissions of the approver.
  await member({ role: 'eventManager' });
  const body = (changes: object = {}) => hazardAt(place, { ...assessed, ...changes });
  const submit = async (changes: object = {}, caller = author) =>
    only(await caller.post('/hazards/approval', body(changes)), 201);
  const decide = (id: string, step: string, more: object = {}, caller = approver) =>
    caller.put('/hazards/approval', { id, approval: { step, comment: 'Seen.' }, ...more });
  const approved = async (changes: object = {}) =>
    only(await decide((await submit(changes)).id, 'approve'), 200);
  return { admin, place, author, approver, member, body, submit, decide, approved };
}

/** Starts the service at the top of a spec file, with such a company. */
export async function startHazardScene(): Promise<HazardScene & { api: TestApi }> {
  const api = await startForSpec();
  return { api, ...(await hazardScene(api)) };
}

/** The body of an answer that must have this status. */
export function only({ status, body }: Answer, expected: number): Answer['body'] {
  if (status !== expected) throw new Error(`${status} ${JSON.stringify(body)}`);
  return body;
}
