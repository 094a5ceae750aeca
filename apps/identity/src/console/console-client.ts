import { Injectable, type OnModuleInit } from '@nestjs/common';
import { issuerOf, scopes } from '@safety/contracts';
import { InjectSettings } from '@safety/platform';
import type { Configuration } from 'openid-client';
import type { IdentitySettings } from '../config.js';
import { lifetimes } from '../lifetimes.js';
import { PRODUCT_NAME } from '../pages/page.js';
import { CONSOLE_CLIENT_ID, consolePaths } from '../paths/console.js';
import { routeNames } from '../paths/protocol.js';
import { Database } from '../storage/database/database.js';
import { InProcess } from './in-process.js';
import { openidClient } from './openid-client.js';

/**
 * The console asks who the user is, administers companies in the name of the user, and reads where a role can
 * count. `offline_access`: a session of the console outlives an access token.
 */
export const CONSOLE_SCOPE = ['openid', 'offline_access', scopes.accounts, scopes.businessRead].join(' ');

/**
 * The console as an OpenID Connect client of this very provider. It is public: its code is useless
 * without the PKCE verifier, which never leaves this service, so there is no secret to keep. Every process
 * registers it when it starts; nobody lists or changes it.
 */
@Injectable()
export class ConsoleClient implements OnModuleInit {
  readonly id = CONSOLE_CLIENT_ID;
  readonly redirectUri: string;
  readonly endSessionEndpoint: string;
  private readonly issuer: string;
  private configured: Promise<Configuration> | undefined;

  constructor(
    private readonly database: Database,
    private readonly inProcess: InProcess,
    @InjectSettings() { AUTH_URL }: Pick<IdentitySettings, 'AUTH_URL'>,
  ) {
    this.issuer = issuerOf(AUTH_URL);
    this.redirectUri = `${AUTH_URL}${consolePaths.callback}`;
    this.endSessionEndpoint = this.issuer + routeNames.end_session;
  }

  /** The configuration of openid-client. Its requests stay in this process. */
  configuration(): Promise<Configuration> {
    this.configured ??= this.configure();
    return this.configured;
  }

  private async configure(): Promise<Configuration> {
    const client = await openidClient();
    const { issuer } = this;
    const configuration = new client.Configuration(
      {
        issuer,
        authorization_endpoint: issuer + routeNames.authorization,
        token_endpoint: issuer + routeNames.token,
        jwks_uri: issuer + routeNames.jwks,
        authorization_response_iss_parameter_supported: true,
      },
      CONSOLE_CLIENT_ID,
      { id_token_signed_response_alg: 'RS256' },
      client.None(),
    );
    configuration[client.customFetch] = (url, options) => this.inProcess.fetch(url, options);
    // Only ever to this process, whatever the public address begins with.
    client.allowInsecureRequests(configuration);
    return configuration;
  }

  async onModuleInit(): Promise<void> {
    await this.database.change(
      `INSERT INTO clients (id, name, confidential, auth_method, grant_types, scopes, redirect_uris,
                            refresh_token_seconds, first_party)
       VALUES ($1, $2, false, 'none', '{authorization_code,refresh_token}', $3, ARRAY[$4], $5, true)
       ON CONFLICT (id) DO UPDATE
       SET name = excluded.name, grant_types = excluded.grant_types, scopes = excluded.scopes,
           redirect_uris = excluded.redirect_uris, refresh_token_seconds = excluded.refresh_token_seconds,
           first_party = true`,
      [CONSOLE_CLIENT_ID, PRODUCT_NAME, CONSOLE_SCOPE.split(' '), this.redirectUri, lifetimes.consoleSession],
    );
  }
}
