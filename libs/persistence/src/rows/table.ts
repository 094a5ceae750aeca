import type { DataSource, EntityTarget } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata.js';
import type { CompanyRecord } from '../company-record.js';
import type { KeysetColumn } from './keyset.js';

const quoted = (name: string): string => `"${name}"`;

/** The table of an entity as SQL needs it: quoted names, the select list, and values ready to bind. */
export class Table<Row extends CompanyRecord> {
  readonly name: string;
  /** Every column under its property's name, but those that no answer may hold (`select: false`). */
  readonly selectList: string;
  private readonly columns: ReadonlyMap<string, ColumnMetadata>;

  constructor(dataSource: DataSource, entity: EntityTarget<Row>) {
    const metadata = dataSource.getMetadata(entity);
    this.name = quoted(metadata.tableName);
    this.columns = new Map(metadata.columns.map((column) => [column.propertyName, column]));
    this.selectList = metadata.columns
      .filter(({ isSelect }) => isSelect)
      .map((column) => `${quoted(column.databaseName)} AS ${quoted(column.propertyName)}`)
      .join(', ');
  }

  /** The quoted column of a property. Throws for a name that is not a property: never interpolate input. */
  readonly column = (property: string): string => quoted(this.metadata(property).databaseName);

  has(property: string): boolean {
    return this.columns.has(property);
  }

  keysetColumn(property: string, descending: boolean): KeysetColumn {
    const { isNullable, type } = this.metadata(property);
    return { property, sql: this.column(property), type: String(type), nullable: isNullable, descending };
  }

  /**
   * The columns that can be written, in the order of `values`, and the values as node-postgres takes them.
   */
  writable(values: Record<string, unknown>): { column: string; value: unknown }[] {
    return Object.entries(values)
      .filter(([property, value]) => value !== undefined && !this.metadata(property).generatedType)
      .map(([property, value]) => {
        const isJson = this.metadata(property).type === 'jsonb';
        return {
          column: this.column(property),
          value: isJson && value !== null ? JSON.stringify(value) : value,
        };
      });
  }

  private metadata(property: string): ColumnMetadata {
    const column = this.columns.get(property);
    if (!column) throw new Error(`${this.name} has no property ${property}`);
    return column;
  }
}
