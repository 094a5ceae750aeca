/**
 * Spent tokens of a grant that tell a use of a stolen one. Older ones go after as many renewals, and at each
 * new sign-in: a client that renews each minute would leave tens of thousands.
 */
export const SPENT_KEPT = 100;

/**
 * Living tokens of a grant, with the one that a sign-in adds. The browser that stays signed in has one grant
 * for the client, and each sign-in adds a token there: a page that signs in whenever it is loaded leaves the
 * one before. A renewal adds none, and makes its token the newest.
 */
export const LIVING_KEPT = 20;

/** SQL, with the place of the grant's id: removes all but the newest that are spent. */
export const removeSpentSql = (grantId: string): string => `
  DELETE FROM refresh_tokens WHERE grant_id = ${grantId} AND consumed_at < (
    SELECT consumed_at FROM refresh_tokens WHERE grant_id = ${grantId} AND consumed_at IS NOT NULL
    ORDER BY consumed_at DESC OFFSET ${SPENT_KEPT - 1} LIMIT 1)`;

/** SQL, likewise: removes the oldest living ones, so that there is room for another. */
export const removeLivingSql = (grantId: string): string => `
  DELETE FROM refresh_tokens WHERE consumed_at IS NULL AND id_sha256 IN (
    SELECT id_sha256 FROM refresh_tokens WHERE grant_id = ${grantId} AND consumed_at IS NULL
    ORDER BY issued_at DESC, expires_at DESC OFFSET ${LIVING_KEPT - 1})`;
