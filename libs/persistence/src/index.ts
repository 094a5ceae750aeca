// The first: it decides what TypeORM loads.
import './postgres-alone.js';

export { whileApplying } from './applied-message.js';
export type { Anonymity } from './changes/anonymity.js';
export * from './changes/change-publisher.js';
export { ChangeRecord, differences } from './changes/change-record.js';
export { CreateChanges1700000000004, turnDaysSql } from './changes/changes.migration.js';
export { impatientSql, PartitionTurns } from './changes/partition-turns.js';
export { ACTOR_SQL, LARGEST_BIGINT, recordedChanges } from './changes/recorded-changes.js';
export * from './company-record.js';
export * from './create-tenant-table.js';
export * from './data-source.js';
export {
  type DistributedTable,
  type Distribution,
  distributionOf,
  type ForeignKey,
} from './distribution/distribution.js';
export { obstaclesTo } from './distribution/obstacles.js';
export { distributionStatements } from './distribution/statements.js';
export * from './generation.js';
export * from './idempotency/idempotency-keys.migration.js';
export { type ReplayedAnswer, ReplayedAnswers } from './idempotency/replayed-answers.js';
export { AskRareKeys1700000000021 } from './lists/asked-keys.migration.js';
export { buildList, growList } from './lists/grow-list.js';
export { columnOf, type ListDeclaration } from './lists/list-declaration.js';
export { dropListIndexesSql, listIndexesSql } from './lists/list-indexes.js';
export { areFew, havingAny } from './lists/lookup.js';
export { lookupFunctionsSql } from './lists/lookup-functions.js';
export { namesAtPlaces } from './lists/lookups.js';
export { CreateSearch1700000000020 } from './lists/search.migration.js';
export * from './persistence.module.js';
export { buildIndex, dropIndex, type IndexToBuild, replaceIndex } from './prepare/build-index.js';
export { createRole } from './prepare/create-role.js';
export { grantToService } from './prepare/grants.js';
export { demandOwnRole, isPreparedRoleSql } from './prepare/own-role.js';
export * from './prepare/prepare-database.js';
export * from './prepare/run-prepare.js';
export * from './prepare/seed.js';
export { type RowsToWrite, writeRows } from './prepare/write-rows.js';
export * from './reach/org-structures.js';
export * from './reach/reach-conditions.js';
export { REMOVED_AT_ONCE, removeInParts } from './remove-in-parts.js';
export * from './resource/resource-service.js';
export * from './resource/views.js';
export * from './rows/client-made-rows.js';
export * from './rows/company-rows.js';
export { violatedUnique } from './rows/constraints.js';
export { CreationDigests } from './rows/creation-digest.js';
export { Cursors, cursorScope, cursorSettings } from './rows/cursor.js';
export { CreateDeletedRows1700000000022 } from './rows/deleted-rows.migration.js';
export * from './rows/keep-newest.js';
export { checkIds, MAX_EXACT_COUNT, MOST_BYTES_OF_PAGE, type UnservedList } from './rows/page.js';
export type { RowsOptions } from './rows/recorded-rows.js';
export * from './rows/references.js';
export { rowsById } from './rows/rows-by-id.js';
export * from './rows/rows-source.js';
export * from './rows/sql.js';
export { insertStatement, MODIFIED_NOW, type Statement } from './rows/statements.js';
export type { UniqueKey } from './rows/unique-keys.js';
export { type FiguresOptions, seen, type Visibility } from './rows/visible-rows.js';
export * from './series/number-series.js';
export * from './series/number-series.migration.js';
export * from './settings.js';
export { WITHOUT_TIME_LIMITS } from './time-limits.js';
export { runStatement, runStatements } from './transaction/alone.js';
export * from './transaction/company-transactions.js';
export { execute, executeTogether } from './transaction/execute.js';
export type { StatementClient } from './transaction/lazy-transaction.js';
export { setLocal, settingSql } from './transaction/local-settings.js';
export { InOwnTransaction } from './transaction/own-transaction.js';
export { RecordsReads } from './transaction/records-reads.js';
export * from './transaction/run-transaction.js';
