import type { UserState } from '@safety/contracts';
import { execute, type StatementClient } from '@safety/persistence';

/** The companies that were published last, and the version of the user that left each one last. */
export interface PublishedCompanies {
  publishedCompanyIds: string[];
  leftVersions: Record<string, number>;
}

/**
 * The companies of a user once these are published in this version.
 * @param leftIds companies left since the last message; of those in `companyIds` nothing else says so
 */
export function afterPublishing(
  { publishedCompanyIds, leftVersions }: PublishedCompanies,
  version: number,
  companyIds: readonly string[],
  leftIds: readonly string[],
): PublishedCompanies {
  const left = publishedCompanyIds.filter((id) => !companyIds.includes(id) || leftIds.includes(id));
  return {
    publishedCompanyIds: [...companyIds],
    leftVersions: { ...leftVersions, ...Object.fromEntries(left.map((id) => [id, version])) },
  };
}

/** Of the companies that a user is in, those that the user had left before. */
export const rejoined = ({ publishedCompanyIds, leftVersions }: PublishedCompanies): UserState['left'] =>
  publishedCompanyIds.flatMap((cid) => {
    const version = leftVersions[cid];
    return version === undefined ? [] : [{ cid, version }];
  });

/** A user before the message, and what is known of the companies afterwards. */
interface PublishedUser {
  user: PublishedCompanies & { id: string };
  after: PublishedCompanies;
}

/** Keeps what is published, for users of whom it is something else than before. */
export async function keepPublished(client: StatementClient, users: readonly PublishedUser[]): Promise<void> {
  const changed = users.filter(({ user, after }) => isAnother(user, after));
  if (changed.length === 0) return;
  const rows = changed.map(({ user: { id }, after }) => ({
    id,
    published: after.publishedCompanyIds,
    versions: after.leftVersions,
  }));
  await execute(
    client,
    `UPDATE users SET told_company_ids = published, left_versions = versions
     FROM jsonb_to_recordset($1) AS kept (id uuid, published uuid[], versions jsonb) WHERE users.id = kept.id`,
    [JSON.stringify(rows)],
  );
}

const isAnother = (before: PublishedCompanies, after: PublishedCompanies): boolean =>
  !sameIds(before.publishedCompanyIds, after.publishedCompanyIds) ||
  Object.entries(after.leftVersions).some(([id, version]) => before.leftVersions[id] !== version);

const sameIds = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((id) => others.includes(id));
