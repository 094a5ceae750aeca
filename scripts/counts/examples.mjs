/** Examples that the check must find, and that it must leave: it is not trusted unless it does. */
export const wrong = {
  'a count before an insert': `
    const { rows } = await client.query('SELECT count(*) AS count FROM clients WHERE company_id = $1', [id]);
    if (rows[0].count < 100) await client.query('INSERT INTO clients VALUES ($1)', [id]);`,
  'rows that are counted before an insert': `
    async function add(client, id) {
      const { rows } = await client.query('SELECT id FROM secrets WHERE client_id = $1', [id]);
      if (rows.length >= 2) throw new Error('full');
      await client.query('INSERT INTO secrets VALUES ($1)', [id]);
    }`,
  'rows that are compared with a constant before an insert': `
    class Links { add = async (id) => {
      const found = await this.client.query('SELECT id FROM links');
      if (found.rowCount < MOST_LINKS) await this.client.query('INSERT INTO links VALUES ($1)', [id]);
    } }`,
  'the next number from the greatest': `
    const last = await rows(\`SELECT max(number) FROM \${table} WHERE company_id = $1\`, [id]);`,
  'one statement that counts while others write': `
    await client.query('INSERT INTO links SELECT $1 WHERE (SELECT count(*) FROM links) < 3', [id]);`,
  'a counter of Redis that is read first': `
    const count = Number(await this.redis.client.get(key));
    if (count < 3) await this.redis.client.incr(key);`,
  'the length of a list of Redis': `
    if ((await redis.llen('waiting')) < 10) await redis.rpush('waiting', id);`,
  'a number in memory that is written back later': `
    class Limit { async pass(key) {
      const count = this.counts.get(key) ?? 0;
      await this.work();
      this.counts.set(key, count + 1);
    } }`,
  'a member that is written back later': `
    class Limit { async pass() {
      const before = this.running;
      await this.work();
      this.running = before + 1;
    } }`,
};

export const right = {
  'rows that are there or not, and rows that are inserted in another function': `
    async function find(client, id) {
      const { rows } = await client.query('SELECT id FROM links WHERE id = $1', [id]);
      if (rows.length === 0) await client.query('INSERT INTO links VALUES ($1)', [id]);
    }
    async function page(client) {
      const { rows } = await client.query('SELECT id FROM links LIMIT 11');
      return rows.length > 10;
    }`,
  'an increment that answers with the count': `
    await client.query(\`INSERT INTO counters VALUES ($1, 1)
      ON CONFLICT (key) DO UPDATE SET count = counters.count + 1 RETURNING count\`);`,
  'a count with a reason': `
    // count is read: it is shown to people, and nothing is decided by it
    const found = await client.query('SELECT count(*) FROM users');`,
  'a number in memory that is written at once': `
    class Limit { async pass(key) {
      const count = this.counts.get(key) ?? 0;
      this.counts.set(key, count + 1);
      await this.work();
      const left = this.counts.get(key) - 1;
      this.counts.set(key, left);
    } }`,
  'sizes that are no counts of a database': `
    const styles = 'width: min(10rem, 100%)'; const longest = Math.max(1, text.length);`,
};
