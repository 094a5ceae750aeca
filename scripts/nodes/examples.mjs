/** Examples that the check must find, and that it must leave: it is not trusted unless it does. */
export const wrong = {
  'a time in DO UPDATE': `
    const text = \`INSERT INTO notes (company_id, id) VALUES ($1, $2)
      ON CONFLICT (company_id, id) DO UPDATE SET title = excluded.title, read_at = now()\`;`,
  'a clock that is returned': `
    const text = 'UPDATE notes SET n = n + 1 WHERE company_id = $1 RETURNING n, clock_timestamp() AS at';`,
  'a random value': `
    const text = 'UPDATE notes SET key = gen_random_uuid() WHERE company_id = $1';`,
  'a write in WITH': `
    const text = \`WITH gone AS MATERIALIZED (
      DELETE FROM notes WHERE company_id = $1 RETURNING id) SELECT id FROM gone\`;`,
  'rows by their place': `
    const text = 'DELETE FROM notes WHERE company_id = $1 AND ctid = ANY ($2)';`,
  'no company': `
    const text = 'SELECT id FROM notes WHERE due_at < now()';`,
  'a company that is shown alone': `
    const text = 'SELECT company_id, id FROM notes WHERE due_at < now()';`,
  'no company, in strings that are added': `
    const text = 'SELECT id ' + 'FROM notes AS n ' + 'WHERE due_at < now()';`,
  'a table whose name is computed': `
    const text = \`INSERT INTO \${table} (company_id) VALUES ($1) ON CONFLICT DO UPDATE SET at = current_timestamp\`;`,
};

export const right = {
  'the time of the row that came': `
    const text = \`INSERT INTO notes (company_id, id) VALUES ($1, $2)
      ON CONFLICT (company_id, id) DO UPDATE SET read_at = excluded.read_at RETURNING id\`;`,
  'the time of the transaction': `
    const text = 'UPDATE notes SET modified_at = now() WHERE company_id = $1 AND due_at < now() RETURNING id';`,
  'a company in another string': `
    const text = 'SELECT id FROM notes ' + 'WHERE company_id = $1';`,
  'a condition that is computed': `
    const text = \`SELECT id FROM notes WHERE \${where}\`;`,
  'a table of one node': `
    const text = 'SELECT company_id FROM due_notes WHERE due_at < now()';`,
  'a reason': `
    // on many nodes: each node is asked
    const text = 'SELECT id FROM notes WHERE due_at < now()';`,
};
