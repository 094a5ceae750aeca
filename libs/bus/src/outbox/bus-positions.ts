import { runStatement } from '@safety/persistence';
import type { DataSource } from 'typeorm';
import type { AppliedPositions } from '../transport/reconciler.js';

/**
 * The positions of a service in its own database. Replicas that meet each write a position up to which they
 * have applied everything, so either is true.
 */
export const busPositions = (dataSource: DataSource): AppliedPositions => ({
  read: async (stream) => {
    const [row] = await dataSource.query('SELECT entry_id AS id FROM bus_positions WHERE stream = $1', [
      stream,
    ]);
    return row?.id ?? '0-0';
  },
  write: async (stream, entryId) => {
    await runStatement(
      dataSource,
      `INSERT INTO bus_positions (stream, entry_id) VALUES ($1, $2)
       ON CONFLICT (stream) DO UPDATE SET entry_id = excluded.entry_id`,
      [stream, entryId],
    );
  },
});
