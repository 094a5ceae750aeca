import type { Answer, TestApi, TestCaller } from '@safety/testing';
import { select } from './hazards-under-test.js';

/**
 * Sends a body to `/{register}/{id}/requireapproval`. The groups of an event are those that it has, in their
 * order: a caller who cannot read medical detail names them.
 */
export async function putRevision(
  api: TestApi,
  caller: TestCaller,
  path: string,
  body: object,
): Promise<Answer> {
  const [, register, id] = path.split('/');
  if (register !== 'events') return caller.put(path, body);
  const text = 'SELECT event_groups AS groups FROM events WHERE id = $1';
  const [row] = await select(api, caller.companyId, text, [id]);
  const groups = (row?.['groups'] ?? []) as { id: string }[];
  const { eventGroups: sent = [] } = body as { eventGroups?: readonly object[] };
  const eventGroups = sent.map((group, index) => ({ id: groups[index]?.id, ...group }));
  return caller.put(path, { ...body, eventGroups });
}
