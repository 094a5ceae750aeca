// The least that a service could cost: node:http and pg, without validation, tokens, permissions or logs. It
// sends the statements of the service in a transaction of their company, and answers the rows of the first.
import { once } from 'node:events';
import { createServer } from 'node:http';
import pg from 'pg';
import { beginSql } from '../common/lists/replay.mjs';

pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

const [{ databaseUrl, statements, limit }] = await once(process, 'message');
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
const prepared = statements.map((statement, index) => ({ ...statement, name: `statement-${index}` }));
async function inTransaction() {
  const client = await pool.connect();
  try {
    await client.query(beginSql);
    const answers = [];
    for (const statement of prepared) answers.push(await client.query(statement));
    await client.query('COMMIT');
    return answers[0].rows;
  } finally {
    client.release();
  }
}

const answerOf = (rows) =>
  limit === undefined
    ? rows[0]
    : { data: rows.slice(0, limit), page: { limit, hasMore: rows.length > limit } };

const server = createServer(async (_, response) => {
  const body = JSON.stringify(answerOf(await inTransaction()));
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
    .end(body);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
