/** Examples that the check must find, and that it must leave: it is not trusted unless it does. */
export const wrong = {
  'a statement that archives': `
    await execute(client, 'UPDATE notes SET archived_at = now() WHERE company_id = $1 AND id = $2', values);`,
  'a row that is added': `
    const text = \`INSERT INTO notes (company_id, id) VALUES ($1, $2)\`;`,
  'a row that is removed': `
    const sql = "DELETE FROM notes WHERE company_id = $1";`,
  'a table whose name is computed': `
    await client.query(\`UPDATE \${this.table.name} SET title = $2 WHERE company_id = $1\`, values);`,
  'a table in quotation marks': `
    await client.query('DELETE FROM "notes" WHERE company_id = $1', values);`,
  'small letters': `
    await client.query('update notes set title = $2 where company_id = $1', values);`,
  'lines and comments between the words': `
    await client.query(\`insert
      into /* of the company */ notes (company_id) values ($1)\`, values);`,
  'the schema before the table': `
    await client.query('DELETE FROM public.notes WHERE company_id = $1', values);`,
  'the schema before the table, both in quotation marks': `
    await client.query('UPDATE ONLY "public"."notes" SET title = $2', values);`,
  'a schema that is computed': `
    await client.query(\`UPDATE \${schema}.notes SET title = $2\`, values);`,
  'a table that is emptied': `
    await client.query('TRUNCATE TABLE other, notes CASCADE');`,
  'rows that are copied in': `
    await client.query('COPY notes (company_id, id) FROM STDIN');`,
  'strings that are added': `
    const text = 'UPDATE ' + 'notes' + ' SET title = $2 ' + where;`,
  'a string in a template': `
    const text = \`DELETE FROM \${'notes'} WHERE company_id = $1\`;`,
  'strings that are joined': `
    const text = ['INSERT', 'INTO notes', columns].join(' ');`,
  'strings that are concatenated': `
    const text = 'MERGE INTO '.concat('notes', ' USING other');`,
  'a table that is added': `
    const text = 'UPDATE ' + table + ' SET title = $2';`,
  'a repository of TypeORM': `
    await this.dataSource.getRepository(Note).delete({ companyId, id });`,
  'the manager of TypeORM': `
    await this.dataSource.manager.save(note);`,
};

export const right = {
  'a lock': `
    await execute(client, 'SELECT id FROM notes WHERE company_id = $1 FOR UPDATE', values);`,
  'a lock that lets keys be read': `
    await execute(client, \`SELECT id FROM notes WHERE company_id = $1 FOR NO KEY UPDATE \${waits}\`, values);`,
  'rows that are copied out': `
    await client.query('COPY notes TO STDOUT');`,
  'a schema that is like the table': `
    await client.query('UPDATE notes.other SET title = $2', values);`,
  'numbers that are added': `
    const next = version + 1;`,
  'another table': `
    await execute(client, 'INSERT INTO due_notes (company_id, id) VALUES ($1, $2)', values);`,
  'a reason': `
    // around visible: the order of a list is nobody's to see
    await execute(client, 'UPDATE notes SET number = number + 1 WHERE company_id = $1', values);`,
  'a reason above a constant': `
    /** Moves notes. */
    // around visible: the lock of the parent is taken
    const moveSql = \`UPDATE notes SET number = $2\`;`,
};
