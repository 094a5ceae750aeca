const inTransaction = (sql) => ({ texts: [sql], transaction: true });
const alone = (...texts) => ({ texts, transaction: false });

/** Examples that the check must find, and that it must leave: it is not trusted unless it does. */
export const wrong = {
  'a table that goes': inTransaction('DROP TABLE courses'),
  'a column that goes': inTransaction('ALTER TABLE courses ADD COLUMN b int, DROP COLUMN a'),
  'a column that is renamed': inTransaction('ALTER TABLE courses RENAME COLUMN a TO b'),
  'a table that is renamed': inTransaction('ALTER TABLE "courses" RENAME TO classes'),
  'a view that is renamed': inTransaction('ALTER VIEW shown RENAME TO seen'),
  'a view that goes': inTransaction('DROP VIEW IF EXISTS shown'),
  'a column that may not be empty any more': inTransaction('ALTER TABLE courses ALTER COLUMN a SET NOT NULL'),
  'another type': inTransaction('ALTER TABLE courses ALTER a TYPE bigint USING a::bigint'),
  'a column that the release before does not fill': inTransaction('ALTER TABLE courses ADD a text NOT NULL'),
  'a column with another value in each row': inTransaction(
    'ALTER TABLE courses ADD COLUMN IF NOT EXISTS a uuid NOT NULL DEFAULT gen_random_uuid()',
  ),
  'a column that is computed': inTransaction(
    'ALTER TABLE courses ADD COLUMN a int GENERATED ALWAYS AS (b + 1) STORED',
  ),
  'a check of all rows': inTransaction('ALTER TABLE courses ADD CONSTRAINT long CHECK (length(a) > 3)'),
  'a check of a new column': inTransaction("ALTER TABLE courses ADD COLUMN a text CHECK (a <> '')"),
  'a foreign key of all rows': inTransaction(
    'ALTER TABLE courses ADD FOREIGN KEY (company_id, a) REFERENCES classes (company_id, id)',
  ),
  'a unique key': inTransaction('ALTER TABLE courses ADD CONSTRAINT one UNIQUE (company_id, a)'),
  'an index with a lock': inTransaction('CREATE INDEX IF NOT EXISTS "of_a" ON courses (a)'),
  'an index without a name': inTransaction('CREATE INDEX ON courses (a)'),
  'a concurrent index in a transaction': inTransaction('CREATE INDEX CONCURRENTLY of_a ON courses (a)'),
  'rows that are written while their table is locked': inTransaction(
    'ALTER TABLE courses ADD COLUMN a text; UPDATE courses SET a = b',
  ),
  'rows that are written by the text that locks their table': alone(
    'ALTER TABLE courses ADD COLUMN IF NOT EXISTS a text; UPDATE courses SET a = b',
  ),
  'rows of all companies behind a wall that is lifted': inTransaction(
    'ALTER TABLE courses NO FORCE ROW LEVEL SECURITY; INSERT INTO others SELECT * FROM courses',
  ),
  'a check while the table is locked': inTransaction(
    'ALTER TABLE courses ADD CONSTRAINT long CHECK (a > 3) NOT VALID; ALTER TABLE courses VALIDATE CONSTRAINT long',
  ),
  'a policy that goes': inTransaction('DROP POLICY of_client ON courses'),
  'a policy that goes while another table gets one': inTransaction(
    'CREATE POLICY of_client ON classes USING (true); DROP POLICY of_client ON courses',
  ),
  'a policy that is gone for a moment': alone(
    'DROP POLICY IF EXISTS company ON courses',
    'CREATE POLICY company ON courses USING (true)',
  ),
  'a column without a transaction': alone('ALTER TABLE courses ADD COLUMN a text', 'SELECT 1'),
  'a column without a transaction, by its short name': alone('ALTER TABLE courses ADD a text'),
  'a table without a transaction': alone('CREATE TABLE others (a int)'),
  'an index that goes without a transaction': alone('DROP INDEX CONCURRENTLY courses_one'),
  'a part of a table without a transaction': alone(
    'CREATE TABLE IF NOT EXISTS days (a int) PARTITION BY LIST (a); CREATE TABLE IF NOT EXISTS one (a int)',
    'ALTER TABLE days ATTACH PARTITION one FOR VALUES IN (1)',
  ),
  'a function without a transaction': alone('CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'),
  'a rule without a transaction': alone(
    'ALTER TABLE courses ADD CONSTRAINT long CHECK (a > 3) NOT VALID',
    'ALTER TABLE courses VALIDATE CONSTRAINT long',
  ),
  'a rule in place of another, without a transaction': alone(
    'ALTER TABLE courses DROP CONSTRAINT IF EXISTS longer',
    'ALTER TABLE courses ADD CONSTRAINT long CHECK (a > 3) NOT VALID',
  ),
  'what stands behind a function': inTransaction(
    "CREATE FUNCTION f() RETURNS text LANGUAGE sql AS $$ SELECT ';' $$; DROP TABLE courses",
  ),
};

export const right = {
  'a table with all that belongs to it': inTransaction(`
    CREATE TABLE courses (a int NOT NULL); -- DROP TABLE others;
    ALTER TABLE courses ADD CONSTRAINT long CHECK (a > 3), ADD PRIMARY KEY (a);
    CREATE UNIQUE INDEX of_a ON courses (a);
    CREATE POLICY company ON courses USING (true);`),
  'columns that may be empty or have one value': inTransaction(
    "ALTER TABLE courses ADD COLUMN a text, ADD COLUMN b text NOT NULL DEFAULT 'b, c', ADD d timestamptz DEFAULT now()",
  ),
  'rows of a table that the migration makes': inTransaction(
    'CREATE TABLE others (a int); ALTER TABLE others ADD b int; INSERT INTO others SELECT a FROM courses',
  ),
  'a rule for rows to come, and then its check': alone(
    'ALTER TABLE courses DROP CONSTRAINT IF EXISTS long; ALTER TABLE courses ADD CONSTRAINT long CHECK (a > 3) NOT VALID',
    'ALTER TABLE courses VALIDATE CONSTRAINT long',
  ),
  'steps that may be repeated': alone(
    'ALTER TABLE courses ADD COLUMN IF NOT EXISTS a text; CREATE TABLE IF NOT EXISTS others (a int)',
    'CREATE OR REPLACE FUNCTION g() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'DROP FUNCTION IF EXISTS f(uuid); CREATE FUNCTION f(uuid) RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE UNLOGGED TABLE IF NOT EXISTS parts (a int); CREATE UNIQUE INDEX IF NOT EXISTS parts_a ON parts (a)',
    'CREATE MATERIALIZED VIEW IF NOT EXISTS sums AS SELECT 1',
  ),
  'a key by an index that is there': inTransaction(
    'ALTER TABLE courses ADD CONSTRAINT one UNIQUE USING INDEX courses_one',
  ),
  'a function and a view that are made anew': inTransaction(`
    DROP FUNCTION IF EXISTS found(uuid); CREATE FUNCTION found(uuid) RETURNS int LANGUAGE sql AS $$ SELECT 1; $$;
    DROP VIEW shown; CREATE VIEW shown AS SELECT 1;`),
  'a column that may be empty from now on': inTransaction('ALTER TABLE courses ALTER COLUMN a DROP NOT NULL'),
  'a concurrent index, alone': alone('SET lock_timeout = 0; CREATE INDEX CONCURRENTLY of_a ON courses (a)'),
  'an index in place of another one, which nobody calls by its name': alone(`
    CREATE INDEX CONCURRENTLY "found_next" ON courses (a, b); DROP INDEX CONCURRENTLY IF EXISTS "found";
    ALTER INDEX "found_next" RENAME TO "found"`),
  'a policy whose part others take over': inTransaction(
    'ALTER POLICY own ON courses USING (a > 3); DROP POLICY IF EXISTS of_client ON courses',
  ),
  'the wall of a table': inTransaction(
    'ALTER TABLE courses NO FORCE ROW LEVEL SECURITY; ALTER TABLE courses FORCE ROW LEVEL SECURITY',
  ),
};
