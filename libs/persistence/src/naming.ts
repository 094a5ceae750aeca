import { DefaultNamingStrategy } from 'typeorm';

/** Columns are snake_case, properties camelCase. */
export class SnakeCaseNaming extends DefaultNamingStrategy {
  override columnName(property: string, customName: string | undefined): string {
    return customName || property.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  }
}
