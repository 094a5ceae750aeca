// Directus with the table of courses, and a user who may read it. Rules about rows take a licence there, so
// that the company is a filter of the query.
import { demoQuarries } from '@safety/demo-data';
import { reservePort } from '@safety/local-stack';
import pg from 'pg';
import { ownerOf } from '../common/lists/seed.mjs';
import { fromNpm } from './cache.mjs';
import { databaseFor, runOnce, startProgram } from './program.mjs';

const version = '12.4.0';
const administrator = { email: 'admin@example.com', password: 'correct horse battery staple' };
const reader = { email: 'reader@example.com', password: 'correct horse battery staple' };

/** Throws `MissingPeer` where it cannot be had. */
export async function startDirectus(suite) {
  const home = fromNpm({ name: 'directus', version, without: ['isolated-vm'] });
  const database = await databaseFor(suite, 'directus');
  await copyCourses(suite, database);
  const { port, release } = await reservePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    SECRET: 'bench-secret-of-thirty-two-characters',
    DB_CLIENT: 'pg',
    DB_CONNECTION_STRING: database.href,
    ADMIN_EMAIL: administrator.email,
    ADMIN_PASSWORD: administrator.password,
    ACCESS_TOKEN_TTL: '1h',
    LOG_LEVEL: 'error',
    TELEMETRY: 'false',
  };
  const command = [`${home}/node_modules/directus/cli.js`];
  runOnce(process.execPath, [...command, 'bootstrap'], { cwd: home, env });
  const { pid, stop } = await startProgram(
    process.execPath,
    [...command, 'start'],
    { cwd: home, env },
    `${url}/server/ping`,
  );
  const stopAll = async () => {
    await stop();
    await release();
  };
  try {
    const token = await readerOf(url);
    return {
      name: `Directus ${version}`,
      pid,
      url: `${url}/items/courses?limit=20&sort=name,id&filter[archived][_eq]=false&filter[company_id][_eq]=${demoQuarries.id}`,
      headers: { authorization: `Bearer ${token}` },
      stop: stopAll,
    };
  } catch (error) {
    await stopAll();
    throw error;
  }
}

/** The same columns, key, rows and index, without the policy: Directus has its own. */
async function copyCourses(suite, { href }) {
  const [owner, copy] = [await ownerOf(suite, 'training'), new pg.Client({ connectionString: href })];
  await copy.connect();
  try {
    const { rows: columns } = await owner.query(
      `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
       WHERE attrelid = 'courses'::regclass AND attnum > 0 AND NOT attisdropped`,
    );
    await copy.query(`CREATE TABLE courses (${columns.map(({ name, type }) => `"${name}" ${type}`).join(', ')},
      PRIMARY KEY (id)); CREATE INDEX ON courses (company_id, archived, name, id)`);
    const { rows } = await owner.query('SELECT to_json(courses) AS row FROM courses');
    await copy.query('INSERT INTO courses SELECT * FROM json_populate_recordset(NULL::courses, $1)', [
      JSON.stringify(rows.map(({ row }) => row)),
    ]);
    await copy.query('ANALYZE courses');
  } finally {
    await Promise.all([owner.end(), copy.end()]);
  }
}

/** An access token of a user whose policy is the table. */
async function readerOf(url) {
  const headers = { authorization: `Bearer ${await signIn(url, administrator)}` };
  const create = (path, body) => send(url, path, body, headers);
  // The table is there already: Directus learns that it may be shown.
  await send(url, '/collections/courses', { meta: { hidden: false } }, headers, 'PATCH');
  const policy = await create('/policies', { name: 'Courses of a company' });
  await create('/permissions', {
    policy: policy.id,
    collection: 'courses',
    action: 'read',
    fields: ['*'],
  });
  const role = await create('/roles', { name: 'Reader' });
  await create('/access', { role: role.id, policy: policy.id });
  await create('/users', { ...reader, role: role.id });
  return signIn(url, reader);
}

const signIn = async (url, who) => (await send(url, '/auth/login', who)).access_token;

async function send(url, path, body, headers = {}, method = 'POST') {
  const response = await fetch(url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status} ${text}`);
  return JSON.parse(text).data;
}
