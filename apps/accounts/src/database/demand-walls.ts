import { SettingsError } from '@safety/platform';
import type { DataSource } from 'typeorm';

/** @throws SettingsError when the role of the service sees the rows of all companies at once */
export async function demandWalls(dataSource: DataSource): Promise<void> {
  const found = await dataSource.query<{ role: string }[]>(
    "SELECT current_user AS role WHERE pg_has_role(all_companies_role(), 'MEMBER')",
  );
  if (found[0])
    throw new SettingsError(
      `DATABASE_URL names ${found[0].role}, which sees the rows of all companies: name the role of the service, and prepare the database with the same addresses (dist/prepare.js of this release).`,
    );
}
