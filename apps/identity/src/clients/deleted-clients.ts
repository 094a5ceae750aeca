import { Injectable } from '@nestjs/common';
import { Database } from '../storage/database/database.js';
import { type ClientKeeper, isKept, ownedBy } from './client-keepers.js';

/** The facts that are kept of a deleted client. */
export interface DeletedClient {
  id: string;
  name: string;
}

/**
 * The clients of companies that were deleted while there can be records of them: those who managed them may
 * go on reading those records. Another company never gets the id of one, since ids are not given twice.
 */
@Injectable()
export class DeletedClients {
  constructor(private readonly database: Database) {}

  /** Those that `keeper` managed, by name. */
  list(keeper: ClientKeeper): Promise<DeletedClient[]> {
    return this.database.rows<DeletedClient>(
      `SELECT id, name FROM deleted_clients WHERE ${wasKept(1)} ORDER BY name, id`,
      [ownedBy(keeper)],
    );
  }
}

const wasKept = (parameter: number): string =>
  `($${parameter}::uuid[] IS NULL OR company_id = ANY($${parameter}))`;

/**
 * SQL for the ids of the clients that a keeper manages, or managed until they were deleted; `parameter` as in
 * `isKept`.
 */
export const idsEverKept = (parameter: number): string =>
  `(SELECT id FROM clients WHERE ${isKept(parameter)} UNION ALL SELECT id FROM deleted_clients WHERE ${wasKept(parameter)})`;
