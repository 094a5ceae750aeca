// A list of 20 courses with a token, of training, of training behind the gateway, and of Directus.
import autocannon from 'autocannon';
import { addCourses, demoHeaders } from '../common/demo-courses.mjs';
import { comparison } from './comparison.mjs';
import { startDirectus } from './directus.mjs';

const LIMIT = 20;
const CONNECTIONS = 20;
const WARM_UP_SECONDS = 10;

export async function measureLists(suite, usage, { rounds, seconds }) {
  const headers = await demoHeaders(suite);
  await addCourses(suite, headers, LIMIT * 5);
  const directus = await startDirectus(suite);
  try {
    const [training, gateway] = [suite.pid('training'), suite.pid('gateway')];
    const atService = { url: `${suite.urls.training}/courses?limit=${LIMIT}`, headers, pid: training };
    const behind = { url: `${suite.url}/api/courses?limit=${LIMIT}`, headers, pid: [training, gateway] };
    const kinds = { 'lists of 20 rows': atService, 'the same through the gateway': behind };
    for (const target of [...Object.values(kinds), directus]) {
      await hasRows(target);
      await load(target, WARM_UP_SECONDS);
    }
    const table = comparison('ours', directus.name);
    for (let round = 0; round < rounds; round++)
      for (const [kind, ours] of Object.entries(kinds))
        for (const [name, target] of [
          ['ours', ours],
          [directus.name, directus],
        ])
          table.add(kind, name, await usage(target.pid, () => load(target, seconds)));
    return table;
  } finally {
    await directus.stop();
  }
}

async function hasRows({ url, headers }) {
  const answer = await (await fetch(url, { headers })).json();
  if (answer.data?.length !== LIMIT)
    throw new Error(`${url} answered ${JSON.stringify(answer).slice(0, 400)}`);
}

async function load({ url, headers }, duration) {
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections: CONNECTIONS, duration });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refusals, ${errors} errors`);
  return { done: requests.total };
}
