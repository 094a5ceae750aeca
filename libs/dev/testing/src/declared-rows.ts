import type { INestApplication } from '@nestjs/common';
import { providerNamed } from '@safety/platform/openapi';

/** A `ListDeclaration` of `@safety/persistence`, whose specs need this package. */
export interface DeclaredList {
  table: string;
  defaultSort: string;
  sorts: readonly string[];
  nullableSorts?: readonly string[];
  filters?: readonly string[];
  sets?: readonly string[];
  search?: readonly string[];
  atPlaces?: { place: string; values: readonly string[] };
  others?: Readonly<Record<string, string>>;
}

/** `RowsSource` of that library, as far as it is read here. */
interface DeclaringSource {
  unique: ReadonlySet<string>;
  declared: readonly { table: string; toEveryone: boolean; lists: DeclaredList | undefined }[];
  dataSource: { entityMetadatas: { tableName: string; columns: { propertyName: string }[] }[] };
}

const sourceOf = (app: INestApplication) => providerNamed(app, 'RowsSource') as DeclaringSource | undefined;

/** The lists that the classes of rows of a service declare. */
export const declaredLists = (app: INestApplication): DeclaredList[] =>
  (sourceOf(app)?.declared ?? []).flatMap(({ lists }) => lists ?? []);

/** The unique keys that the classes of rows of a service answer with 409 `duplicate`, beside external ids. */
export const declaredUnique = (app: INestApplication): string[] => [...(sourceOf(app)?.unique ?? [])];

/** The tables and views that have an entity. */
export const entityTables = (app: INestApplication): string[] =>
  sourceOf(app)?.dataSource.entityMetadatas.map(({ tableName }) => tableName) ?? [];

/** Whether a class of rows shows the rows of a list to every member of the company. */
export const isListToEveryone = (app: INestApplication, { table }: DeclaredList): boolean =>
  sourceOf(app)?.declared.some(({ toEveryone, lists }) => toEveryone && lists?.table === table) ?? false;

/** Members that place a row at an org structure, by themselves or by their person. */
const PLACING = new Set(['orgStructureId', 'orgStructureIds', 'personnelId']);

/**
 * The tables of entities that lie at an org structure or belong to a person, and that no class of rows shows
 * by a function of the caller: the class shows all rows to everyone, or there is none.
 */
export function tablesShownEverywhere(app: INestApplication): string[] {
  const source = sourceOf(app);
  if (!source) return [];
  const shown = Map.groupBy(source.declared, ({ table }) => table);
  return source.dataSource.entityMetadatas
    .filter(({ columns }) => columns.some(({ propertyName }) => PLACING.has(propertyName)))
    .map(({ tableName }) => tableName)
    .filter((table) => shown.get(table)?.some(({ toEveryone }) => toEveryone) ?? true)
    .sort();
}
