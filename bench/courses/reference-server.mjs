// The least that a service could cost: node:http and pg, without validation, tokens, permissions or logs.
import { createServer } from 'node:http';
import pg from 'pg';

const { DATABASE_URL, COMPANY_ID } = process.env;
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const columns = `company_id, id, version, created_at AS "createdAt", created_by_user_id AS "createdByUserId",
  modified_at AS "modifiedAt", modified_by_user_id AS "modifiedByUserId", archived, archived_at AS "archivedAt",
  archived_by_user_id AS "archivedByUserId", external_id AS "externalId", custom_fields AS "customFields", code, name,
  description, category, delivery_method AS "deliveryMethod", duration_minutes AS "durationMinutes",
  validity_months AS "validityMonths", expiry_warning_days AS "expiryWarningDays", pass_mark AS "passMark",
  prerequisite_course_ids AS "prerequisiteCourseIds", refresher_course_id AS "refresherCourseId",
  equivalent_course_ids AS "equivalentCourseIds", provider, language, content_url AS "contentUrl", status`;
const list = {
  name: 'list-courses',
  text: `SELECT ${columns} FROM courses WHERE company_id = $1 AND archived = $2 ORDER BY name, id LIMIT $3`,
  values: [COMPANY_ID, false, 21],
};
/**
 * Row-level security hides everything without a company, so the plain statement sets it once for each
 * connection.
 */
const plain = new pg.Pool({
  connectionString: DATABASE_URL,
  max: 10,
  options: `-c app.company_id=${COMPANY_ID}`,
});

async function inTransaction() {
  const client = await pool.connect();
  try {
    await client.query(
      `BEGIN READ ONLY; SELECT set_config('app.company_id', '${COMPANY_ID}', true), now() AS now`,
    );
    const { rows } = await client.query(list);
    await client.query('COMMIT');
    return rows;
  } finally {
    client.release();
  }
}

const answers = { '/plain': async () => (await plain.query(list)).rows, '/transaction': inTransaction };

const server = createServer(async (request, response) => {
  const rows = await answers[request.url]();
  const body = JSON.stringify({ data: rows.slice(0, 20), page: { limit: 20, hasMore: rows.length > 20 } });
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
