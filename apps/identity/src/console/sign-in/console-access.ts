import { Injectable } from '@nestjs/common';
import { ConsoleClient } from '../console-client.js';
import { type ConsoleSession, ConsoleSessions, type ConsoleTokens } from '../console-sessions.js';
import { openidClient } from '../openid-client.js';
import { tokensFrom } from './tokens-from.js';

/** An access token that expires sooner is renewed: it has to last for the calls of a page. */
const LEAST_SECONDS = 60;

/** Access to the APIs in the name of the user who is signed in. */
@Injectable()
export class ConsoleAccess {
  constructor(
    private readonly client: ConsoleClient,
    private readonly sessions: ConsoleSessions,
  ) {}

  /** An access token of the user; nothing when only a new sign-in gets one. */
  async tokenOf({ id }: Pick<ConsoleSession, 'id'>): Promise<string | undefined> {
    const known = await this.sessions.tokensOf(id);
    if (!known || known.expiresAt - LEAST_SECONDS > Date.now() / 1000) return known?.accessToken;
    const renewed = await this.renewed(known);
    if (renewed) await this.sessions.keepTokens(id, renewed);
    return renewed?.accessToken;
  }

  /** Two tabs may ask at once: within seconds a refresh token may be used again, with the same result. */
  private async renewed({ refreshToken }: ConsoleTokens): Promise<ConsoleTokens | undefined> {
    const { ResponseBodyError, refreshTokenGrant } = await openidClient();
    try {
      return tokensFrom(await refreshTokenGrant(await this.client.configuration(), refreshToken));
    } catch (error) {
      if (error instanceof ResponseBodyError) return undefined;
      throw error;
    }
  }
}
