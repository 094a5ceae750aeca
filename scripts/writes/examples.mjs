/** Examples that the check must find, and that it must leave: it is not trusted unless it does. */
export const wrong = {
  'a helper by another name': `
    import { keepNewest as keep } from '@safety/persistence';`,
  'a helper under a name': `
    const write = insertStatement;`,
  'a helper of a module': `
    await persistence.keepNewest(client, 'notes', ['id'], row);`,
  'a helper with arguments from elsewhere': `
    await keepNewest(...given);`,
  'a transaction of TypeORM by a computed name': `
    await this.dataSource['transaction']((rows) => rows.save(Note, note));`,
  'a statement that is made as those of the class of rows': `
    await execute(client, ...made(insertStatement(this.table, row)));`,
  'a manager by another name': `
    const { manager: rows } = this.dataSource;`,
  'a manager that is taken out': `
    const { manager } = this.dataSource;`,
  'a manager that is made': `
    const rows = dataSource.createEntityManager();`,
  'a runner of statements': `
    await dataSource.createQueryRunner().clearTable('notes');`,
  'a statement that archives': `
    await execute(client, 'UPDATE notes SET archived_at = now() WHERE company_id = $1 AND id = $2', values);`,
  'a statement that PostgreSQL puts together': `
    await client.query("DO $$ BEGIN EXECUTE 'UPD' || 'ATE notes SET title = 1'; END $$");`,
  'a statement that a block is given': `
    await client.query('DO $$ DECLARE one text := $1; BEGIN EXECUTE one; END $$');`,
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
  'a variable that grows': `
    let text = 'UPDATE ';
    text += 'notes SET title = $2';`,
  'a variable that grows in branches': `
    let text = isNew ? begin : 'INSERT';
    text = text + ' INTO';
    if (isNew) text += ' notes';
    text += ' (company_id) VALUES ($1)';`,
  'a variable that begins with a constant': `
    const verb = 'UPDATE';
    let text = verb;
    text += ' notes SET title = $2';`,
  'a verb under a name': `
    const verb = 'DELETE FROM';
    const text = \`\${verb} notes WHERE company_id = $1\`;`,
  'a verb and a table under names': `
    const [verb, table] = [1, 2];
    const write = 'UPDATE' as const;
    const rows = 'notes';
    await client.query(write + ' ' + rows + ' SET title = $2', values);`,
  'a verb in an object': `
    const words = { write: 'UPDATE' } as const;
    const text = \`\${words.write} notes SET title = $2\`;`,
  'a verb in a class': `
    class Notes {
      private readonly verb = 'UPDATE';
      text = () => \`\${this.verb} notes SET title = $2\`;
    }`,
  'a verb of a class': `
    class Words {
      static readonly VERB = 'UPDATE';
    }
    const text = \`\${Words.VERB} notes SET title = $2\`;`,
  'a verb in an enum': `
    enum Verb { Write = 'UPDATE' }
    const text = \`\${Verb.Write} notes SET title = $2\`;`,
  'a list that grows': `
    const parts = ['DELETE'];
    parts.push('FROM notes', 'WHERE company_id = $1');
    const text = parts.join(' ');`,
  'a list under a name': `
    const parts = ['UPDATE', 'notes', 'SET title = $2'];
    await client.query(parts.join(' '), values);`,
  'a verb that comes from elsewhere': `
    const text = \`\${verb} notes SET title = $2\`;`,
  'a verb that comes from elsewhere, with INTO': `
    const text = verb + ' INTO notes (company_id) VALUES ($1)';`,
  'a table that follows elsewhere': `
    const text = begin('UPDATE ') + rest;`,
  'a table in place of a mark': `
    const text = 'UPDATE $table SET title = $2'.replace('$table', 'notes');`,
  'a table in place of a mark of format': `
    const text = format('DELETE FROM %I WHERE company_id = $1', table);`,
  'a repository of TypeORM': `
    await this.dataSource.getRepository(Note).delete({ companyId, id });`,
  'a table that is given to a function': `
    await keepNewest(client, 'notes', ['company_id', 'id'], row);`,
  'a table that is given to a function, in a constant': `
    const table = 'notes';
    await keepNewest(client, table, ['company_id', 'id'], row);`,
  'a table that is given to a function, computed': `
    await keepNewest(client, this.options.table, ['company_id', 'id'], row);`,
  'rows of a seed': `
    await seedRows(url, 'notes', rows);`,
  'a transaction of TypeORM': `
    await dataSource.transaction((em) => em.save(note));`,
  'a transaction of TypeORM, with an isolation': `
    await this.dataSource.transaction('SERIALIZABLE', async (em) => em.remove(note));`,
  'a transaction of TypeORM by another name': `
    class Notes {
      constructor(private readonly database: DataSource) {}
      save = (note: Note) => this.database.transaction((em) => em.save(note));
    }`,
  'a transaction of TypeORM by the name of a member': `
    class Notes {
      @Inject() private readonly database!: DataSource;
      save = (note: Note) => this.database.transaction((em) => em.save(note));
    }`,
  'a transaction of TypeORM that is asked for': `
    const database = app.get(DataSource);
    await database.transaction((em) => em.save(note));`,
  'a transaction of TypeORM that is asked for at once': `
    await app.get(DataSource).transaction((em) => em.save(note));`,
  'the manager of TypeORM': `
    await this.dataSource.manager.save(note);`,
};

export const right = {
  'rights and definitions that PostgreSQL puts together': `
    await client.query("DO $$ BEGIN EXECUTE format('GRANT SELECT ON notes TO %I', role); END $$");
    await client.query('GRANT EXECUTE ON FUNCTION found(uuid) TO notes_role');`,
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
  'another table that is given to a function': `
    await keepNewest(client, 'org_structures', ['company_id', 'id'], row);`,
  'a transaction of its own': `
    await this.database.transaction(async ({ client }) => client.query('SELECT id FROM notes'));`,
  'a reason above a call': `
    // around visible: another service has the rows, and records who changed them
    await keepNewest(client, 'notes', ['company_id', 'id'], row);`,
  'a variable that grows to a read': `
    let text = 'SELECT id FROM notes';
    text += ' WHERE company_id = $1';
    if (waits) text += ' FOR UPDATE';`,
  'a variable that grows to a write of another table': `
    let text = 'UPDATE other';
    text += ' SET title = $2';`,
  'a variable of the same name elsewhere': `
    function write() { const verb = 'UPDATE'; return verb.length; }
    function read() { const verb = 'SELECT id FROM'; return \`\${verb} notes\`; }`,
  'a method of HTTP': `
    const method = 'DELETE';
    await fetch(\`\${method} notes\`, { method: 'DELETE' });`,
  'columns that come from elsewhere': `
    const text = \`\${select} FROM notes WHERE company_id = $1\`;`,
  'a reason where a variable begins': `
    // around visible: the order of a list is nobody's to see
    let text = 'UPDATE notes';
    text += ' SET number = number + 1';`,
  'a name of a statement with a reason': `
    // around visible: the lock of the parent is taken
    const moveSql = 'UPDATE notes SET number = $2';
    await client.query(\`\${moveSql} RETURNING id\`, values);`,
  'a reason': `
    // around visible: the order of a list is nobody's to see
    await execute(client, 'UPDATE notes SET number = number + 1 WHERE company_id = $1', values);`,
  'a reason above a constant': `
    /** Moves notes. */
    // around visible: the lock of the parent is taken
    const moveSql = \`UPDATE notes SET number = $2\`;`,
};
