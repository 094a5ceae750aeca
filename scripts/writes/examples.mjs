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
  'a repository of TypeORM': `
    await this.dataSource.getRepository(Note).delete({ companyId, id });`,
  'the manager of TypeORM': `
    await this.dataSource.manager.save(note);`,
};

export const right = {
  'a lock': `
    await execute(client, 'SELECT id FROM notes WHERE company_id = $1 FOR UPDATE', values);`,
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
