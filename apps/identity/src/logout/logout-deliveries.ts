import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { type Delivery, DeliveryQueue } from '@safety/deliveries';
import { InjectLogger, type Logger, Tracing } from '@safety/platform';
import { v7 as newId } from 'uuid';
import type { IdTokenAlgorithm } from '../keys/id-token-header.js';
import { Database, type Transaction } from '../storage/database/database.js';
import { LogoutCall, withSid } from './logout-call.js';
import { LogoutTokens } from './logout-token.js';

interface LogoutDelivery extends Delivery {
  kind: 'logout-uri' | 'backchannel';
  sid: string;
  clientId: string;
  userId: string;
  address: string;
  algorithm: IdTokenAlgorithm;
}

/** A session that has ended, with the clients that were signed in to it. */
export interface EndedSession {
  sid: string;
  userId: string;
  clientIds: readonly string[];
}

/** A client of a session that has ended, and how far it has been told. */
export interface ToldClient {
  name: string;
  told: boolean;
  /** Where the browser itself can tell the client, for one that knows its session by a cookie. */
  logoutUri?: string;
}

/** Tells clients that a session has ended: a durable queue in PostgreSQL, worked off by every replica. */
@Injectable()
export class LogoutDeliveries
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown
{
  private readonly queue: DeliveryQueue<LogoutDelivery>;

  constructor(
    private readonly database: Database,
    private readonly call: LogoutCall,
    private readonly tokens: LogoutTokens,
    @InjectLogger() logger: Logger,
    tracing: Tracing,
  ) {
    this.queue = new DeliveryQueue(database, logger, {
      table: 'logout_deliveries',
      columns: `kind, sid, client_id AS "clientId", user_id AS "userId", logout_uri AS address,
        (SELECT id_token_signed_response_alg FROM clients WHERE clients.id = client_id) AS algorithm`,
      concurrency: 50,
      receivers: { column: 'client_id', owner: 'coalesce(owner, client_id)', concurrencyEach: 10 },
      deliver: (delivery) => this.deliver(delivery),
      tracing,
    });
  }

  onApplicationBootstrap(): Promise<void> {
    return this.queue.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.queue.beforeApplicationShutdown();
  }

  onApplicationShutdown(): Promise<void> {
    return this.queue.stop();
  }

  /** How many deliveries this process has given up. */
  get givenUp(): number {
    return this.queue.givenUp;
  }

  /**
   * Adds what each client of each session is to be told: at its Logout Uri, by a logout token, or both; sent
   * as soon as the transaction has committed. A client that is deleted meanwhile is told nothing.
   */
  async schedule(transaction: Transaction, sessions: readonly EndedSession[]): Promise<void> {
    const { rows } = await transaction.client.query<
      Pick<LogoutDelivery, 'clientId' | 'kind' | 'address' | 'owner'>
    >(
      `SELECT id AS "clientId", coalesce(company_id::text, id) AS owner, kind, address
       FROM clients, LATERAL (VALUES ('logout-uri', logout_uri), ('backchannel', backchannel_logout_uri)) AS told (kind, address)
       WHERE id = ANY($1) AND address IS NOT NULL
       ORDER BY id FOR KEY SHARE OF clients`,
      [[...new Set(sessions.flatMap(({ clientIds }) => clientIds))]],
    );
    const toldBy = Map.groupBy(rows, ({ clientId }) => clientId);
    const deliveries = sessions.flatMap(({ sid, userId, clientIds }) =>
      clientIds.flatMap((clientId) =>
        (toldBy.get(clientId) ?? []).map((told) => ({ ...told, id: newId(), sid, userId })),
      ),
    );
    await transaction.client.query(
      `INSERT INTO logout_deliveries (id, sid, user_id, client_id, owner, kind, logout_uri)
       SELECT id, sid, "userId", "clientId", owner, kind, address
       FROM json_to_recordset($1) AS told(id uuid, sid text, "userId" uuid, "clientId" text, owner text, kind text, address text)
       ON CONFLICT DO NOTHING`,
      [JSON.stringify(deliveries)],
    );
    transaction.afterCommit.push(() => this.queue.wake());
  }

  /** The clients of an ended session that are told of its end; only the one that is given. */
  async clientsOf(sid: string, onlyClientId?: string): Promise<ToldClient[]> {
    // count is read: one of several addresses, not a count
    const rows = await this.database.rows<{ name: string; told: boolean; logoutUri: string | null }>(
      `SELECT name, bool_and(delivered_at IS NOT NULL) AS told,
              max(logout_deliveries.logout_uri) FILTER (WHERE kind = 'logout-uri') AS "logoutUri"
       FROM logout_deliveries JOIN clients ON clients.id = client_id
       WHERE sid = $1 AND ($2::text IS NULL OR client_id = $2) GROUP BY clients.id, name ORDER BY name`,
      [sid, onlyClientId ?? null],
    );
    return rows.map(({ name, told, logoutUri }) => ({
      name,
      told,
      ...(logoutUri !== null && { logoutUri: withSid(logoutUri, sid).href }),
    }));
  }

  private async deliver({ id, attempts, kind, address, ...ended }: LogoutDelivery): Promise<void> {
    if (kind === 'logout-uri') return this.call.send(withSid(address, ended.sid));
    const token = await this.tokens.sign({ ...ended, jti: `${id}.${attempts}` });
    await this.call.send(new URL(address), new URLSearchParams({ logout_token: token }));
  }
}
