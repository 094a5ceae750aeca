import type { UserState } from '@safety/contracts';
import { execute, type StatementClient } from '@safety/persistence';

/** The companies that services were last told of, and the version of the user that left each one last. */
export interface ToldCompanies {
  toldCompanyIds: string[];
  leftVersions: Record<string, number>;
}

/**
 * The companies of a user once services are told of these in this version.
 * @param leftIds companies that the user left since services were told last; of those in `companyIds` nothing
 *   else says so
 */
export function afterTelling(
  { toldCompanyIds, leftVersions }: ToldCompanies,
  version: number,
  companyIds: readonly string[],
  leftIds: readonly string[],
): ToldCompanies {
  const left = toldCompanyIds.filter((id) => !companyIds.includes(id) || leftIds.includes(id));
  return {
    toldCompanyIds: [...companyIds],
    leftVersions: { ...leftVersions, ...Object.fromEntries(left.map((id) => [id, version])) },
  };
}

/** Of the companies that a user is in, those that the user had left before. */
export const rejoined = ({ toldCompanyIds, leftVersions }: ToldCompanies): UserState['left'] =>
  toldCompanyIds.flatMap((cid) => {
    const version = leftVersions[cid];
    return version === undefined ? [] : [{ cid, version }];
  });

/** A user before services are told, and what is known of the companies afterwards. */
interface Telling {
  user: ToldCompanies & { id: string };
  after: ToldCompanies;
}

/** Keeps what services are told, for users of whom it is something else than before. */
export async function keepTold(client: StatementClient, told: readonly Telling[]): Promise<void> {
  const changed = told.filter(({ user, after }) => isAnother(user, after));
  if (changed.length === 0) return;
  const rows = changed.map(({ user: { id }, after }) => ({
    id,
    told: after.toldCompanyIds,
    versions: after.leftVersions,
  }));
  await execute(
    client,
    `UPDATE users SET told_company_ids = told, left_versions = versions
     FROM jsonb_to_recordset($1) AS kept (id uuid, told uuid[], versions jsonb) WHERE users.id = kept.id`,
    [JSON.stringify(rows)],
  );
}

const isAnother = (before: ToldCompanies, after: ToldCompanies): boolean =>
  !sameIds(before.toldCompanyIds, after.toldCompanyIds) ||
  Object.entries(after.leftVersions).some(([id, version]) => before.leftVersions[id] !== version);

const sameIds = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id));
