// Lists and writes of a company with millions of rows among two hundred: plans of each list, first and last
// pages, and writes while lists are read. One part after another, each with a suite of its own.
import { demoHeaders } from '../common/demo-courses.mjs';
import { demand } from '../common/goals.mjs';
import { ask, closeConnections } from '../common/lists/ask.mjs';
import { NARROW, namesOf, plansOf } from '../common/lists/plans.mjs';
import { Replay } from '../common/lists/replay.mjs';
import { resourcesOf } from '../common/lists/resources.mjs';
import { ownerOf, seedLists } from '../common/lists/seed.mjs';
import { startTapped } from '../common/lists/suite.mjs';
import { median, rounded } from '../common/statistics.mjs';
import { measureLastPages } from './last-pages.mjs';
import { writes } from './writes.mjs';
import { measureWrites, readerOf, senderTo, summaryOf } from './writing.mjs';

const ROWS = Number(process.env.ROWS ?? 1_000_000);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const SECONDS = Number(process.env.SECONDS ?? 10);
const PARTS = process.env.PARTS ?? 'hazards,personnel,students,changes';
const COMPANIES = 200;
/** All others together have a tenth of the rows. */
const OTHERS = ROWS / 10;
const WRITES_PER_SECOND = 200;
const PAGE_ROUNDS = 15;
const RENEWED_EVERY_MS = 10 * 60_000;
const GOALS = { lastToFirst: 1.2, besideToAlone: 2 };
/** Of eight kilobytes: of a smaller partition PostgreSQL may well read all. */
const LARGE_PAGES = 64;
/** Of work history beside the first, for each person. */
const YEARS = 1;

const measured = { lists: [], pages: [], writes: [] };
for (const resource of await resourcesOf(PARTS))
  await measurePart(resource, PARTS.split(',')[measured.writes.length]);
report();

async function measurePart(resource, part) {
  const { service } = resource;
  const { suite, tap, stop } = await startTapped();
  const { callers, endRenewals } = await renewedHeaders(suite, [undefined, ...NARROW]);
  const [headers] = callers;
  const { send, close } = senderTo(suite.urls[service], headers);
  const replay = await Replay.at(suite.environment[service].DATABASE_URL);
  try {
    const { body } = await ask(suite.url, '/api/orgstructures?limit=200', headers);
    const place = body.data.findLast(({ childCount }) => childCount === 0).id;
    const prepared = await writes[part].prepare(send, place);
    const begun = performance.now();
    await seedLists(suite, [resource], { rows: ROWS, others: OTHERS, companies: COMPANIES, years: YEARS });
    const tables = await settle(suite, resource);
    console.log(`${part}: ${ROWS} rows in ${((performance.now() - begun) / 1000).toFixed(0)} s`);

    const paths = [];
    const asked = { tap, pid: suite.pid(service), url: suite.urls[service], replay, tables };
    for (const [list, queries] of Object.entries(resource.lists)) {
      for (const declared of queries) {
        const query = declared.replace('$place', place);
        const path = `/${list}?limit=20&${query}`;
        paths.push(path);
        const { answer, whole } = await plansOf(asked, path, callers);
        const [ms, manager, employee] = await timesOf(asked.url, path, callers);
        measured.lists.push({ list, query, answer, ms, manager, employee, whole });
      }
      measured.pages.push(...(await measureLastPages(suite, resource, list, headers, PAGE_ROUNDS)));
    }
    const request = (number) => writes[part].request(prepared, number);
    const pace = { perSecond: writes[part].perSecond ?? WRITES_PER_SECOND, seconds: SECONDS, rounds: ROUNDS };
    const read = readerOf(asked.url, paths, headers);
    measured.writes.push(summaryOf(part, await measureWrites(request, send, read, pace)));
  } finally {
    endRenewals();
    await replay.end();
    await close();
    await closeConnections();
    await stop();
  }
}

/** Milliseconds of a list for each caller. */
async function timesOf(url, path, callers) {
  const of = [];
  for (const headers of callers) {
    const times = [];
    for (let time = 0; time < 3; time++) times.push((await ask(url, path, headers)).ms);
    of.push(rounded(median(times)));
  }
  return of;
}

/** Headers of demo users, in which tokens are renewed: millions of rows take longer than the life of one. */
async function renewedHeaders(suite, emails) {
  const callers = await Promise.all(emails.map((email) => demoHeaders(suite, email)));
  const renew = () =>
    Promise.all(
      emails.map(async (email, index) => Object.assign(callers[index], await demoHeaders(suite, email))),
    );
  const timer = setInterval(renew, RENEWED_EVERY_MS);
  return { callers, endRenewals: () => clearInterval(timer) };
}

/** Tables whose whole read is a mistake: those of the resource, or its large partitions. */
async function settle(suite, { service, tables }) {
  const owner = await ownerOf(suite, service);
  try {
    await owner.query('CHECKPOINT');
    const { rows } = await owner.query(
      `SELECT name, true AS large, pg_total_relation_size(name::regclass) AS bytes
       FROM unnest($1::text[]) AS t(name)
       UNION ALL SELECT c.relname, c.relpages >= ${LARGE_PAGES}, pg_total_relation_size(c.oid)
       FROM unnest($1::text[]) AS t(name), pg_partition_tree(t.name::regclass) AS p, pg_class AS c
       WHERE c.oid = p.relid AND p.isleaf`,
      [tables],
    );
    const bytes = rows.reduce((sum, row) => sum + Number(row.bytes), 0);
    console.log(`${tables.join(', ')}: ${Math.round(bytes / 2 ** 20)} MiB with their indexes`);
    return rows.filter(({ large }) => large).map(({ name }) => name);
  } finally {
    await owner.end();
  }
}

function report() {
  const { lists, pages, writes } = measured;
  console.log('The slowest lists, in milliseconds at the service:');
  for (const caller of ['ms', 'manager', 'employee'])
    console.table(lists.toSorted((a, b) => b[caller] - a[caller]).slice(0, 15));
  console.table(pages);
  console.table(writes);
  const wrong = lists.filter(({ answer }) => typeof answer === 'string');
  const whole = lists.filter((row) => row.whole !== '');
  const far = pages.filter(({ ratio }) => ratio > GOALS.lastToFirst);
  const refused = writes.filter((row) => row.refused > 0);
  const slowed = writes.filter(({ ratio }) => ratio > GOALS.besideToAlone);
  console.log(`${lists.length} lists, ${pages.length} orders`);
  demand(`every list answers: ${namesOf(wrong)}`, wrong.length === 0);
  demand(`every write is answered: ${refused.map(({ part }) => part).join(' ')}`, refused.length === 0);
  if (whole.length > 0) console.table(whole);
  demand(`no list reads a whole table: ${namesOf(whole)}`, whole.length === 0);
  demand(
    `the last page at most ${GOALS.lastToFirst} of the first: ${far.map(({ list, order }) => `${list}?${order}`).join(' ')}`,
    far.length === 0,
  );
  demand(
    `the p99 of writes beside lists at most ${GOALS.besideToAlone} of alone: ${slowed.map(({ part }) => part).join(' ')}`,
    slowed.length === 0,
  );
}
