/** SQL that holds for a grant that nobody has ended, nor all of its client. */
export const isLiving = `(grants.revoked_at IS NULL
  AND grants.epoch = (SELECT grant_epoch FROM clients WHERE clients.id = grants.client_id))`;
