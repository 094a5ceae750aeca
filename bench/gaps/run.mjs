// The matrix of training gaps of a large company: how long it takes beside its own SQL, and the memory of the
// service while it streams. Two sizes show that the memory does not grow with the matrix.
import { performance } from 'node:perf_hooks';
import { demoQuarries } from '@safety/demo-data';
import { startSuite } from '@safety/local-stack';
import pg from 'pg';
import { demoHeaders } from '../common/demo-courses.mjs';
import { demand } from '../common/goals.mjs';
import { MemoryWatch } from '../common/memory-watch.mjs';
import { median } from '../common/statistics.mjs';
import { seedCompany } from './seed.mjs';

const PEOPLE = Number(process.env.PEOPLE ?? 5_000);
const COURSES = Number(process.env.COURSES ?? 60);
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const GOALS = { overSql: 1.5, megabytes: 48 };
const groups = ['person', 'course', 'orgStructure'];
/**
 * Shown without a goal but for the first: an order that follows from the day computes every standing in
 * reach.
 */
const pages = [
  '',
  'q=bench',
  'status=overdue',
  'sort=-personnelName',
  'sort=expiresOn',
  'sort=-expiresOn',
  'sort=expiresOn&status=overdue',
  'includeTotal=true&status=waived',
  'sort=courseName',
  'status=waived',
  'sort=modifiedAt',
  `modifiedSince=${hoursAgo(-1)}`,
  `modifiedSince=${hoursAgo(24)}`,
];

const suite = await startSuite({ env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'warn' } });
try {
  const headers = await demoHeaders(suite);
  const measured = [];
  for (const people of [PEOPLE / 2, PEOPLE]) {
    await seedCompany(suite, { people, courses: COURSES });
    // The first answer compiles code and prepares statements.
    await matrix('person', 'json', headers);
    for (const format of ['json', 'csv'])
      for (const groupBy of groups) measured.push({ people, ...(await measure(groupBy, format, headers)) });
  }
  console.table(measured);
  const lists = [];
  for (const query of pages) lists.push(await page(query, headers));
  console.table(lists);
  demand(
    'every list of standings answers',
    lists.every(({ rows }) => typeof rows === 'number'),
  );
  const ofAll = measured.filter(({ people }) => people === PEOPLE);
  demand(
    `the matrix within ${GOALS.overSql} of its SQL`,
    ofAll.every(({ ms, sqlMs }) => ms <= sqlMs * GOALS.overSql),
  );
  demand(
    `at most ${GOALS.megabytes} MB more while it streams`,
    measured.every(({ grownMb }) => grownMb <= GOALS.megabytes),
  );
} finally {
  await suite.stop();
}

async function measure(groupBy, format, headers) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ ...(await matrix(groupBy, format, headers)), sqlMs: await sqlAlone() });
  const of = (name) => Math.round(median(rounds.map((one) => one[name])));
  const { cells, megabytes } = rounds[0];
  return {
    format,
    groupBy,
    cells,
    megabytes,
    firstMs: of('firstMs'),
    ms: of('ms'),
    sqlMs: of('sqlMs'),
    grownMb: of('grownMb'),
  };
}

/** Streams the matrix, and throws it away as it comes. */
async function matrix(groupBy, format, headers) {
  const watch = new MemoryWatch(suite.pid('training'));
  try {
    const start = performance.now();
    const path = `/training/gaps?groupBy=${groupBy}&format=${format}`;
    const response = await fetch(`${suite.urls.training}${path}`, { headers });
    if (response.status !== 200) throw new Error(`The matrix answered ${response.status}`);
    let [firstMs, bytes, cells] = [0, 0, 0];
    for await (const piece of response.body) {
      firstMs ||= performance.now() - start;
      bytes += piece.length;
      cells += occurrences(piece, format);
    }
    const ms = performance.now() - start;
    return { firstMs, ms, cells, megabytes: Number((bytes / 1e6).toFixed(1)), grownMb: watch.grownMb() };
  } finally {
    watch.stop();
  }
}

function hoursAgo(hours) {
  return new Date(Date.now() - hours * 3_600_000).toISOString();
}

/** Cells in a piece of an answer, but for those that its edges cut. */
function occurrences(piece, format) {
  const mark = format === 'json' ? '"status":' : '\r\n';
  return Buffer.from(piece).toString('latin1').split(mark).length - 1;
}

/** One page of the list of standings in the same company. */
async function page(query, headers) {
  const times = [];
  let rows;
  for (let round = -1; round < ROUNDS; round++) {
    const start = performance.now();
    const response = await fetch(`${suite.urls.training}/training?limit=20&${query}`, { headers });
    const { data, code } = await response.json();
    rows = data?.length ?? code;
    if (round >= 0) times.push(performance.now() - start);
  }
  return { list: `training?${query}`, rows, ms: Math.round(median(times)) };
}

/**
 * The cells of all people in one statement, as the service asks for them, and read to their end. The service
 * asks for 200 people at a time, so its limits of time are none for this one.
 */
async function sqlAlone() {
  const client = new pg.Client({ connectionString: suite.environment.training.DATABASE_URL });
  await client.connect();
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL transaction_timeout = 0;
      SET LOCAL app.company_id = '${demoQuarries.id}';
      SET LOCAL app.today = '${new Date().toISOString().slice(0, 10)}'; SET LOCAL app.time_zone = '${demoQuarries.timeZone}'`);
    const start = performance.now();
    await client.query(
      `SELECT personnel_id, personnel_name, course_id, course_name, org_structure_id, status, expires_on FROM standings
       WHERE company_id = $1 AND requirement = 'mandatory' AND NOT archived
       ORDER BY personnel_name, personnel_id, course_name, course_id`,
      [demoQuarries.id],
    );
    return performance.now() - start;
  } finally {
    await client.end();
  }
}
