// Each declared sort, filter and search of a large company: one request after another through the gateway, at
// the service, and as the bare SQL of the service. Rounds take turns.
import { demoHeaders } from '../common/demo-courses.mjs';
import { demand } from '../common/goals.mjs';
import { ask, closeConnections } from '../common/lists/ask.mjs';
import { NARROW, namesOf, plansOf } from '../common/lists/plans.mjs';
import { Replay } from '../common/lists/replay.mjs';
import { resourcesOf } from '../common/lists/resources.mjs';
import { seedLists } from '../common/lists/seed.mjs';
import { startTapped } from '../common/lists/suite.mjs';
import { median, rounded } from '../common/statistics.mjs';

const ROWS = Number(process.env.ROWS ?? 100_000);
const ROUNDS = Number(process.env.ROUNDS ?? 7);
const LIST_MS = 10;
const OVER_SQL_MS = 2;
const LAST_TO_FIRST = 1.2;
const PAGE = 200;

const resources = await resourcesOf(process.env.PARTS);
const { suite, tap, stop } = await startTapped();
try {
  await seedLists(suite, resources, { rows: ROWS });
  const headers = await demoHeaders(suite);
  const callers = [headers, ...(await Promise.all(NARROW.map((email) => demoHeaders(suite, email))))];
  const { body } = await ask(suite.url, '/api/orgstructures?limit=200', headers);
  const place = body.data.findLast(({ childCount }) => childCount === 0).id;
  const [measured, pages] = [[], []];
  for (const resource of resources) {
    const replay = await Replay.at(suite.environment[resource.service].DATABASE_URL);
    try {
      for (const [list, queries] of Object.entries(resource.lists)) {
        for (const query of queries)
          measured.push(
            await measure({ ...resource, replay, callers }, list, query.replace('$place', place)),
          );
        pages.push(await measurePages(resource, list, headers));
      }
    } finally {
      await replay.end();
    }
  }
  console.table(measured);
  console.table(pages);
  judge(measured, pages);
} finally {
  await stop();
  await closeConnections();
}

async function measure({ service, below = '/api', tables, farDown = [], replay, callers }, list, query) {
  const path = `/${list}?limit=20&${query}`;
  const [headers] = callers;
  const asked = { tap, pid: suite.pid(service), url: suite.urls[service], replay, tables };
  const { statements, answer, whole } = await plansOf(asked, path, callers);
  const times = { gateway: [], manager: [], employee: [], service: [], sql: [] };
  // The first requests prepare the statements.
  for (let round = -2; round < ROUNDS; round++) {
    const through = [];
    for (const caller of callers) through.push((await ask(suite.url, `${below}${path}`, caller)).ms);
    const atService = (await ask(suite.urls[service], path, headers)).ms;
    const sql = await replay.time(statements);
    if (round < 0) continue;
    for (const [index, of] of ['gateway', 'manager', 'employee'].entries()) times[of].push(through[index]);
    times.service.push(atService);
    times.sql.push(sql);
  }
  const [gateway, manager, employee, atService, sql] = Object.values(times).map(median);
  return {
    list,
    query,
    rows: answer,
    ms: rounded(gateway),
    manager: rounded(manager),
    employee: rounded(employee),
    service: rounded(atService),
    sql: rounded(sql),
    over: rounded(atService - sql),
    whole,
    free: farDown.includes(query),
  };
}

/** The first page of the default order beside the last full one. */
async function measurePages({ service }, list, headers) {
  const first = `/${list}?limit=${PAGE}`;
  const walked = [first];
  for (let cursor; ; ) {
    const { body } = await ask(suite.urls[service], walked.at(-1), headers);
    cursor = body.page.nextCursor;
    if (!cursor) break;
    walked.push(`${first}&cursor=${cursor}`);
  }
  const last = walked.at(-2) ?? first;
  const times = { first: [], last: [] };
  for (let round = 0; round < ROUNDS * 3; round++) {
    times.first.push((await ask(suite.urls[service], first, headers)).ms);
    times.last.push((await ask(suite.urls[service], last, headers)).ms);
  }
  const [firstMs, lastMs] = [median(times.first), median(times.last)];
  return {
    list,
    pages: walked.length,
    first: rounded(firstMs),
    last: rounded(lastMs),
    ratio: Number((lastMs / firstMs).toFixed(2)),
  };
}

function judge(measured, pages) {
  const wrong = measured.filter(({ rows }) => typeof rows === 'string');
  const slow = measured.filter(
    ({ free, ms, manager, employee }) => !free && Math.max(ms, manager, employee) > LIST_MS,
  );
  const whole = measured.filter(({ whole }) => whole !== '');
  const over = median(measured.map(({ over }) => over));
  const far = pages.filter(({ ratio }) => ratio > LAST_TO_FIRST);
  console.log(`the service over its own SQL, at the median of all lists: ${over.toFixed(1)} ms`);
  demand(`every list answers: ${namesOf(wrong)}`, wrong.length === 0);
  demand(`every list within ${LIST_MS} ms at the median: ${namesOf(slow)}`, slow.length === 0);
  demand(`no list reads a whole table: ${namesOf(whole)}`, whole.length === 0);
  demand(`the service at most ${OVER_SQL_MS} ms over its own SQL at the median`, over <= OVER_SQL_MS);
  demand(
    `the last page at most ${LAST_TO_FIRST} of the first: ${far.map(({ list }) => list).join(' ')}`,
    far.length === 0,
  );
}
