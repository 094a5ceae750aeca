import { hasCode } from '../sqlstate.js';
import { missingServer } from './away.js';
import { missingInDatabase } from './find-prepared.js';
import { type DatabaseToPrepare, prepareDatabase } from './prepare-database.js';
import { patient, waitWhile } from './waiting.js';

/** Codes of PostgreSQL for a role that may not sign in: its password is another one now, or it is gone. */
const REFUSED = ['28P01', '28000'];

export interface DatabaseToFindPrepared extends Omit<DatabaseToPrepare, 'ownerUrl'> {
  ownerUrl: string | undefined;
}

/**
 * Waits until PostgreSQL answers, and prepares the database. Without the owner it waits until somebody else
 * has, for example a Job with the owner's credential. A credential that is refused is no obstacle where
 * nothing is to be done: a lost node or the autoscaler starts pods at any time, also between two rotations.
 */
export async function prepareOrFindPrepared({
  ownerUrl,
  ...database
}: DatabaseToFindPrepared): Promise<void> {
  const { serviceUrl, migrations, patience = patient } = database;
  if (ownerUrl === undefined) {
    await waitWhile(() => missingInDatabase(serviceUrl, migrations), patience);
    return;
  }
  await waitWhile(() => missingServer(ownerUrl), patience);
  try {
    await prepareDatabase({ ...database, ownerUrl });
  } catch (error) {
    if (!hasCode(error, REFUSED)) throw error;
    if ((await missingInDatabase(serviceUrl, migrations)) !== undefined) throw error;
    patience.log.warn({ err: error }, 'preparation: the owner is refused, and nothing is to be done');
  }
}
