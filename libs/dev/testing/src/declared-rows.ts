import type { INestApplication } from '@nestjs/common';
import { providerNamed } from '@safety/platform/openapi';

/** `RowsSource` of `@safety/persistence`, as far as it is read here: that library's specs need this one. */
interface DeclaringSource {
  declared: readonly { table: string; toEveryone: boolean }[];
  dataSource: { entityMetadatas: { tableName: string; columns: { propertyName: string }[] }[] };
}

/**
 * The tables of entities that lie at an org structure, and that no class of rows shows by a function of the
 * caller: the class shows all rows to everyone, or there is none.
 */
export function tablesShownEverywhere(app: INestApplication): string[] {
  const source = providerNamed(app, 'RowsSource') as DeclaringSource | undefined;
  if (!source) return [];
  const shown = Map.groupBy(source.declared, ({ table }) => table);
  return source.dataSource.entityMetadatas
    .filter(({ columns }) => columns.some(({ propertyName }) => propertyName === 'orgStructureId'))
    .map(({ tableName }) => tableName)
    .filter((table) => shown.get(table)?.some(({ toEveryone }) => toEveryone) ?? true)
    .sort();
}
