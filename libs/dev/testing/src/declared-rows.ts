import type { INestApplication } from '@nestjs/common';
import { providerNamed } from '@safety/platform/openapi';

/** `RowsSource` of `@safety/persistence`, as far as it is read here: that library's specs need this one. */
interface DeclaringSource {
  declared: readonly { table: string; toEveryone: boolean }[];
  dataSource: { entityMetadatas: { tableName: string; columns: { propertyName: string }[] }[] };
}

/** Members that place a row at an org structure, by themselves or by their person. */
const PLACING = new Set(['orgStructureId', 'orgStructureIds', 'personnelId']);

/**
 * The tables of entities that lie at an org structure or belong to a person, and that no class of rows shows
 * by a function of the caller: the class shows all rows to everyone, or there is none.
 */
export function tablesShownEverywhere(app: INestApplication): string[] {
  const source = providerNamed(app, 'RowsSource') as DeclaringSource | undefined;
  if (!source) return [];
  const shown = Map.groupBy(source.declared, ({ table }) => table);
  return source.dataSource.entityMetadatas
    .filter(({ columns }) => columns.some(({ propertyName }) => PLACING.has(propertyName)))
    .map(({ tableName }) => tableName)
    .filter((table) => shown.get(table)?.some(({ toEveryone }) => toEveryone) ?? true)
    .sort();
}
