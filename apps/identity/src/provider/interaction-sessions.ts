import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { errors, type InteractionResults } from 'oidc-provider';
import { ProviderHolder } from './provider.holder.js';

/** A sign-in that a client asked for and that waits for the user. */
export interface PendingSignIn {
  uid: string;
  clientId: string;
  redirectUri: string;
  uiLocales: unknown;
  loginHint: string;
}

/** What the library keeps of a sign-in until the browser comes back. */
export interface ProvenResult extends InteractionResults {
  epoch: number;
}

/** Who has shown who they are. */
export interface ProvenSignIn {
  userId: string;
  /** When the user is in another by now, the sign-in counts for nothing. */
  epoch: number;
  /** RFC 8176. */
  amr: string[];
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The library's side of a sign-in page. */
@Injectable()
export class InteractionSessions {
  constructor(private readonly holder: ProviderHolder) {}

  /** The sign-in that this browser was sent to `uid` for; nothing when it expired, was finished, or is another browser's. */
  async find(
    uid: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<PendingSignIn | undefined> {
    try {
      const { params, uid: found } = await this.holder.provider.interactionDetails(request, response);
      if (found !== uid) return undefined;
      return {
        uid,
        clientId: text(params['client_id']),
        redirectUri: text(params['redirect_uri']),
        uiLocales: params['ui_locales'],
        loginHint: text(params['login_hint']),
      };
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return undefined;
      throw error;
    }
  }

  /** Records that a user signed in, and how; returns where the browser goes next. */
  finish(
    request: IncomingMessage,
    response: ServerResponse,
    { userId: accountId, epoch, amr }: ProvenSignIn,
  ): Promise<string> {
    // The browser may come back much later: `auth_time` is now.
    const result: ProvenResult = { login: { accountId, amr, ts: Math.floor(Date.now() / 1000) }, epoch };
    return this.holder.provider.interactionResult(request, response, result, {
      mergeWithLastSubmission: false,
    });
  }
}
