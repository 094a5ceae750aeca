import pg from 'pg';
import { type Distribution, type ForeignKey, TAKEN } from './distribution.js';

/** So many shards of each table: nodes can be added up to this number. */
const SHARDS = 32;

/**
 * The statements of Citus that distribute the tables of a service by company, in order, for the owner and
 * with the service stopped. Each table lies beside the first one, so that a company is on one node. Those
 * that are distributed already are left out. The same statements may run again after they were interrupted.
 */
export function distributionStatements(distribution: Distribution): string[] {
  const { distributed, inTheWay, taken, local, roles, narrow } = distribution;
  const first = distributed.find(({ isDone }) => isDone) ?? distributed[0];
  const open = distributed.filter(({ isDone }) => !isDone);
  if (!first || (open.length === 0 && taken.length === 0)) return [];
  const place = (name: string): string =>
    name === first.name
      ? `shard_count => ${SHARDS}, colocate_with => 'none'`
      : `colocate_with => ${pg.escapeLiteral(first.name)}`;
  const distribute = open.map(
    ({ name }) =>
      `SELECT create_distributed_table(${pg.escapeLiteral(name)}, 'company_id', ${place(name)}) ${unlessDone(name)};`,
  );
  const names = new Set(open.map(({ name }) => name));
  const keys = byTable([...inTheWay.filter(({ table }) => names.has(table)), ...taken]);
  // Those that refer to others go first. A trigger that keeps rows from being removed is for applications.
  const empty = open.toReversed().map(({ name, isKept }) => {
    const statement = `SELECT truncate_local_data_after_distributing_table(${pg.escapeLiteral(name)});`;
    return isKept ? `BEGIN; SET LOCAL session_replication_role = replica; ${statement} COMMIT;` : statement;
  });
  return [
    '-- Nodes ask each other as the role of a function, which has no password.',
    ...roles.map((role) => `ALTER ROLE ${role} LOGIN;`),
    '-- The coordinator fills columns that a role may not, and sends the rows as that role.',
    ...narrow
      .filter(({ table }) => names.has(table))
      .map(({ table, role }) => `GRANT INSERT ON ${table} TO ${role};`),
    '-- Triggers write rows of the same company, which lie beside the row that set them off.',
    'SET citus.enable_unsafe_triggers = on;',
    ...[...keys].flatMap(([table, gone]) => [
      `COMMENT ON COLUMN ${table}.company_id IS ${pg.escapeLiteral(TAKEN + JSON.stringify(gone))};`,
      ...gone.map(({ name }) => `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name};`),
    ]),
    ...distribute,
    ...[...keys].flatMap(([table, gone]) => [
      ...gone.map(({ name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition};`),
      `COMMENT ON COLUMN ${table}.company_id IS NULL;`,
    ]),
    '-- The copies that the coordinator keeps of rows that now lie on other nodes.',
    ...empty,
    ...local.map((name) => `-- ${name} stays on the coordinator.`),
  ];
}

const unlessDone = (name: string): string =>
  `WHERE NOT EXISTS (SELECT FROM pg_dist_partition WHERE partmethod = 'h' AND logicalrelid = ${pg.escapeLiteral(name)}::regclass)`;

/** Each key once. */
function byTable(keys: readonly ForeignKey[]): Map<string, ForeignKey[]> {
  const tables = new Map<string, ForeignKey[]>();
  for (const key of keys) {
    const others = tables.get(key.table) ?? [];
    if (!others.some(({ name }) => name === key.name)) tables.set(key.table, [...others, key]);
  }
  return tables;
}
