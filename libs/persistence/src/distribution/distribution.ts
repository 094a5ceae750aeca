import type { StatementClient } from '../transaction/lazy-transaction.js';

/** A table whose rows lie on many nodes, each with all rows of its company. */
export interface DistributedTable {
  /** With its schema, and quoted. */
  name: string;
  /** Whether a trigger refuses to empty it. */
  isKept: boolean;
  /** Whether it is distributed already. */
  isDone: boolean;
}

/** A foreign key, as the catalog writes it. */
export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

/** How the tables of a service stand on many nodes. */
export interface Distribution {
  /** In an order in which each table comes after those that it refers to. */
  distributed: DistributedTable[];
  /**
   * Keys of tables that refer to each other in a circle, and those that act on update: they go, and come back
   * without an action on update once both tables are distributed.
   */
  inTheWay: ForeignKey[];
  /** Keys that an earlier file of statements took away, and was interrupted before it brought them back. */
  taken: ForeignKey[];
  /** Tables that stay on one node. */
  local: string[];
  /** Roles without login that functions run as: nodes ask each other as those. */
  roles: string[];
  /**
   * Tables of which roles may fill some columns alone, each with its role. The coordinator fills the others
   * and sends whole rows, as that role.
   */
  narrow: { table: string; role: string }[];
  /** Triggers of distributed tables, each with its table. They may write rows of the same company alone. */
  triggers: string[];
}

interface TableRow extends Omit<DistributedTable, 'isDone'> {
  hasCompany: boolean;
  keys: (ForeignKey & { to: string })[];
}

/** Tables with the company in their primary key are distributed by it. */
const TABLES = `
  SELECT format('%I.%I', n.nspname, c.relname) AS name,
    EXISTS (SELECT FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey)
      WHERE i.indrelid = c.oid AND i.indisprimary AND a.attname = 'company_id') AS "hasCompany",
    EXISTS (SELECT FROM pg_trigger AS t
      WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgtype & 32 > 0) AS "isKept",
    coalesce((SELECT jsonb_agg(jsonb_build_object('to', format('%I.%I', fn.nspname, f.relname),
        'table', format('%I.%I', n.nspname, c.relname), 'name', quote_ident(k.conname),
        'definition', pg_get_constraintdef(k.oid)) ORDER BY k.conname)
      FROM pg_constraint AS k
      JOIN pg_class AS f ON f.oid = k.confrelid JOIN pg_namespace AS fn ON fn.oid = f.relnamespace
      WHERE k.conrelid = c.oid AND k.contype = 'f' AND k.confrelid <> c.oid), '[]') AS keys
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
  WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  ORDER BY 1`;

/** Begins the comment of a table's company with the keys that went, as long as they are not back. */
export const TAKEN = 'distribute: ';

const KEYS_TAKEN = `
  SELECT substr(description, length($1) + 1)::jsonb AS keys FROM pg_description AS d
  JOIN pg_attribute AS a ON a.attrelid = d.objoid AND a.attnum = d.objsubid AND a.attname = 'company_id'
  WHERE d.classoid = 'pg_class'::regclass AND starts_with(d.description, $1) ORDER BY d.objoid`;

const ROLES = `
  SELECT DISTINCT quote_ident(r.rolname) AS name FROM pg_proc AS p JOIN pg_roles AS r ON r.oid = p.proowner
  WHERE p.pronamespace = 'public'::regnamespace AND p.prosecdef AND NOT r.rolcanlogin ORDER BY 1`;

const NARROW = `
  SELECT DISTINCT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(r.rolname) AS role
  FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
  CROSS JOIN aclexplode(a.attacl) AS acl JOIN pg_roles AS r ON r.oid = acl.grantee
  WHERE n.nspname = 'public' AND acl.privilege_type = 'INSERT' ORDER BY 1, 2`;

const TRIGGERS = `
  SELECT DISTINCT t.tgrelid::regclass || ' ' || t.tgname AS name FROM pg_trigger AS t
  JOIN pg_class AS c ON c.oid = t.tgrelid
  WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND c.relnamespace = 'public'::regnamespace ORDER BY 1`;

/** Reads from the catalog how the tables of a database would stand on many nodes. */
export async function distributionOf(client: Pick<StatementClient, 'query'>): Promise<Distribution> {
  const { rows } = await client.query<TableRow>(TABLES, []);
  const { rows: roles } = await client.query<{ name: string }>(ROLES, []);
  const { rows: narrow } = await client.query<Distribution['narrow'][number]>(NARROW, []);
  const { rows: triggers } = await client.query<{ name: string }>(TRIGGERS, []);
  const { rows: taken } = await client.query<{ keys: ForeignKey[] }>(KEYS_TAKEN, [TAKEN]);
  const done = await distributedAlready(client);
  const tables = rows.filter(({ hasCompany }) => hasCompany);
  const { ordered, circular } = inOrder(tables);
  const acting = tables.flatMap(({ keys }) => keys).filter(({ definition }) => ON_UPDATE.test(definition));
  return {
    inTheWay: [...new Set([...circular, ...acting])].map(({ table, name, definition }) => ({
      ...{ table, name },
      definition: definition.replace(ON_UPDATE, ''),
    })),
    taken: taken.flatMap(({ keys }) => keys).map(plain),
    distributed: ordered.map(({ name, isKept }) => ({ name, isKept, isDone: done.has(name) })),
    local: rows.filter(({ hasCompany }) => !hasCompany).map(({ name }) => name),
    roles: roles.map(({ name }) => name),
    narrow,
    triggers: triggers.map(({ name }) => name),
  };
}

const ON_UPDATE = / ON UPDATE (?:CASCADE|SET NULL|SET DEFAULT)/;

const NAME = String.raw`(?:\w+|"[^";]+")`;
const COLUMNS = String.raw`\(${NAME}(?:, ${NAME})*\)`;
const TABLE = new RegExp(`^${NAME}(?:\\.${NAME})?$`);
const FOREIGN_KEY = new RegExp(
  `^FOREIGN KEY ${COLUMNS} REFERENCES ${NAME}(?:\\.${NAME})?${COLUMNS}(?: [A-Z]+)*(?: ${COLUMNS})?(?: [A-Z]+)*$`,
);

/** Throws for a key that is none: who owns the table writes its comments, and a superuser runs the file. */
function plain(key: ForeignKey): ForeignKey {
  const isPlain = TABLE.test(key.table) && TABLE.test(key.name) && FOREIGN_KEY.test(key.definition);
  if (!isPlain) throw new Error(`The comment of ${key.table}.company_id names no foreign key`);
  return key;
}

/** None in a database without Citus. */
async function distributedAlready(client: Pick<StatementClient, 'query'>): Promise<Set<string>> {
  const { rowCount } = await client.query("SELECT FROM pg_extension WHERE extname = 'citus'", []);
  if (!rowCount) return new Set();
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_dist_partition AS d
     JOIN pg_class AS c ON c.oid = d.logicalrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE d.partmethod = 'h'`,
    [],
  );
  return new Set(rows.map(({ name }) => name));
}

/** Each table after those that it refers to, and the keys that no order serves. */
function inOrder(tables: readonly TableRow[]): { ordered: TableRow[]; circular: TableRow['keys'] } {
  const [ordered, circular]: [TableRow[], TableRow['keys']] = [[], []];
  let left = [...tables];
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const open = (table: TableRow) => table.keys.filter(({ to }) => names.has(to));
    const ready = left.filter((table) => open(table).length === 0);
    // A circle opens at the table with the fewest keys.
    const [first] = left.toSorted((one, other) => open(one).length - open(other).length);
    if (ready.length === 0 && first) {
      circular.push(...open(first));
      ready.push(first);
    }
    ordered.push(...ready);
    left = left.filter((table) => !ready.includes(table));
  }
  return { ordered, circular };
}
