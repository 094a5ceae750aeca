import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { ClientSecretDigest } from './client-secret.js';

/** An API client: who may ask for tokens, how, and where the answers go. */
export interface ApiClient {
  id: string;
  name: string;
  /** Whether it can keep a secret (RFC 6749 section 2.1); the others need PKCE. */
  confidential: boolean;
  grantTypes: string[];
  scopes: string[];
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  logoutUri: string | null;
  secrets: ClientSecretDigest[];
}

const CACHE_MS = 30_000;
const MAX_CACHED = 10_000;
/** We choose the ids: anything else cannot exist, and need not be looked up. */
const CLIENT_ID = /^[\w.~-]{1,100}$/;

const SELECT_CLIENT = `
  SELECT id, name, confidential, grant_types AS "grantTypes", scopes, redirect_uris AS "redirectUris",
         post_logout_redirect_uris AS "postLogoutRedirectUris", logout_uri AS "logoutUri",
         COALESCE((SELECT json_agg(json_build_object(
                     'sha256', translate(rtrim(encode(sha256, 'base64'), '='), '+/', '-_'), 'expiresAt', expires_at)
                     ORDER BY slot)
                   FROM client_secrets WHERE client_id = clients.id), '[]') AS secrets
  FROM clients WHERE id = $1`;

/** The registered clients, kept in memory for half a minute. */
@Injectable()
export class Clients {
  private readonly cache = new Map<string, { client: ApiClient; until: number }>();

  constructor(private readonly database: Database) {}

  async find(id: string): Promise<ApiClient | undefined> {
    const cached = this.cache.get(id);
    if (cached && cached.until > Date.now()) return cached.client;
    if (!CLIENT_ID.test(id)) return undefined;
    const [client] = await this.database.rows<ApiClient>(SELECT_CLIENT, [id]);
    if (!client) return undefined;
    if (this.cache.size >= MAX_CACHED) this.cache.clear();
    this.cache.set(id, { client, until: Date.now() + CACHE_MS });
    return client;
  }
}
