import pg from 'pg';
import type { Distribution } from './distribution.js';

/** So many shards of each table: nodes can be added up to this number. */
const SHARDS = 32;

/**
 * The statements of Citus that distribute the tables of a service by company, in order, for the owner and
 * with the service stopped. Each table lies beside the first one, so that a company is on one node. Those
 * that are distributed already are left out.
 */
export function distributionStatements({ distributed, circular, local, roles }: Distribution): string[] {
  const first = distributed.find(({ isDone }) => isDone) ?? distributed[0];
  const open = distributed.filter(({ isDone }) => !isDone);
  if (!first || open.length === 0) return [];
  const place = (name: string): string =>
    name === first.name
      ? `shard_count => ${SHARDS}, colocate_with => 'none'`
      : `colocate_with => ${pg.escapeLiteral(first.name)}`;
  const distribute = open.map(
    ({ name }) => `SELECT create_distributed_table(${pg.escapeLiteral(name)}, 'company_id', ${place(name)});`,
  );
  const names = new Set(open.map(({ name }) => name));
  const keys = circular.filter(({ table }) => names.has(table));
  // Those that refer to others go first. A trigger that keeps rows from being removed is for applications.
  const empty = open.toReversed().map(({ name, isKept }) => {
    const statement = `SELECT truncate_local_data_after_distributing_table(${pg.escapeLiteral(name)});`;
    return isKept ? `BEGIN; SET LOCAL session_replication_role = replica; ${statement} COMMIT;` : statement;
  });
  return [
    '-- Nodes ask each other as the role of a function, which has no password.',
    ...roles.map((role) => `ALTER ROLE ${role} LOGIN;`),
    '-- Triggers write rows of the same company, which lie beside the row that set them off.',
    'SET citus.enable_unsafe_triggers = on;',
    ...keys.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name};`),
    ...distribute,
    ...keys.map(
      ({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition};`,
    ),
    '-- The copies that the coordinator keeps of rows that now lie on other nodes.',
    ...empty,
    ...local.map((name) => `-- ${name} stays on the coordinator.`),
  ];
}
