// The SQL of a request, sent again as the role of the service: what it costs without the service, and how
// PostgreSQL goes about it.
import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { demoQuarries } from '@safety/demo-data';
import pg from 'pg';
import { prepareValue } from 'pg/lib/utils.js';

/** As often as PostgreSQL plans a statement for its values before it may settle on one plan for all. */
const BEFORE_SETTLED = 6;
/** SQLSTATE of a statement that took longer than the role may. */
const CANCELED = '57014';
const nameOf = (text) => createHash('sha256').update(text).digest('base64url');

/** Begins a transaction of the company of the demo. */
export const beginSql = `BEGIN; SELECT set_config('app.company_id', '${demoQuarries.id}', true),
  set_config('app.today', current_date::text, true), set_config('app.as_of', current_date::text, true),
  set_config('app.time_zone', '${demoQuarries.timeZone}', true)`;

export class Replay {
  static async at(connectionString) {
    const client = new pg.Client({ connectionString });
    await client.connect();
    return new Replay(client);
  }

  constructor(client) {
    this.client = client;
  }

  end() {
    return this.client.end();
  }

  /** Milliseconds of one transaction of these statements. */
  async time(statements) {
    const start = performance.now();
    await this.inTransaction(statements);
    return performance.now() - start;
  }

  /**
   * Reads of whole tables that the plans of the statements hold, once PostgreSQL has settled on them; just
   * `canceled` where it ends a statement that takes too long.
   */
  async wholeReads(statements, tables) {
    try {
      return await this.wholeReadsOnceSettled(statements, tables);
    } catch (error) {
      if (error.code !== CANCELED) throw error;
      await this.client.query('ROLLBACK');
      return ['canceled'];
    }
  }

  async wholeReadsOnceSettled(statements, tables) {
    for (let times = 0; times < BEFORE_SETTLED; times++) await this.inTransaction(statements);
    const plans = [];
    await this.inTransaction(statements, async ({ text, values }) => {
      const given = values.map((value) => literal(prepareValue(value)));
      const execute = `EXECUTE "${nameOf(text)}"${given.length > 0 ? `(${given.join(', ')})` : ''}`;
      const { rows } = await this.client.query(`EXPLAIN (FORMAT JSON) ${execute}`);
      plans.push(rows[0]['QUERY PLAN'][0].Plan);
    });
    return plans
      .flatMap(nodesOf)
      .filter((node) => node['Node Type'] === 'Seq Scan' && tables.includes(node['Relation Name']))
      .map((node) => node['Relation Name']);
  }

  /** Undone at its end: a list of people records who read sensitive members. */
  async inTransaction(statements, send = (statement) => this.send(statement)) {
    await this.client.query(beginSql);
    for (const statement of statements) await send(statement);
    await this.client.query('ROLLBACK');
  }

  send({ text, values }) {
    return this.client.query({ name: nameOf(text), text, values });
  }
}

const literal = (value) => (value === null ? 'NULL' : pg.escapeLiteral(String(value)));
const nodesOf = (node) => [node, ...(node.Plans ?? []).flatMap(nodesOf)];
