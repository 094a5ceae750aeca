import type { Metrics } from '@safety/platform';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { waitingForConnections } from './transaction/connections.js';

/** Tells how many connections of the pool are in use, and how much waits for one. */
export function measurePool(dataSource: DataSource, metrics: Metrics): void {
  const pool = (dataSource.driver as PostgresDriver).master as {
    totalCount: number;
    idleCount: number;
    options: { max: number };
  };
  metrics.gauge('db.client.connection.count', { help: 'Connections to PostgreSQL.' }, () => [
    { value: pool.totalCount - pool.idleCount, labels: { state: 'used' } },
    { value: pool.idleCount, labels: { state: 'idle' } },
  ]);
  metrics.gauge('db.client.connection.max', { help: 'Connections to PostgreSQL at most.' }, () => [
    { value: pool.options.max },
  ]);
  metrics.gauge(
    'db.client.connection.pending_requests',
    { help: 'Work that waits for a connection.' },
    () => [{ value: waitingForConnections(dataSource) }],
  );
}
