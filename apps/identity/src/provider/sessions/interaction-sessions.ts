import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { acrOf } from '@safety/contracts';
import { errors, type Interaction, type InteractionResults } from 'oidc-provider';
import { Accounts } from '../../people/users/accounts.js';
import type { PromptName } from '../policy/prompts.js';
import { ProviderHolder } from '../provider.holder.js';

/** A request of a client that waits for the user. */
export interface PendingInteraction {
  uid: string;
  /** The signed-in user; empty when nobody is signed in. */
  userId: string;
  scope: string;
  clientId: string;
  redirectUri: string;
  /** Of the request, else of the signed-in user. */
  uiLocales: unknown;
  loginHint: string;
}

/** The state of a sign-in that the library keeps until the browser comes back. */
export interface ProvenResult extends InteractionResults {
  epoch: number;
}

/** A user who has proven their identity. */
export interface ProvenSignIn {
  userId: string;
  /** When the user is in another by now, the sign-in counts for nothing. */
  epoch: number;
  /** RFC 8176. */
  amr: string[];
  /** The language that the user has chosen on the way: pages that follow have it too. */
  uiLocale: string | undefined;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The library's side of the pages that ask the user. */
@Injectable()
export class InteractionSessions {
  /** The library's own state of each request. */
  private readonly states = new WeakMap<PendingInteraction, Interaction>();

  constructor(
    private readonly holder: ProviderHolder,
    private readonly accounts: Accounts,
  ) {}

  /**
   * The request that this browser was sent to the page `uid` of `prompt` for; nothing when it expired, was
   * finished, or is another page's or another browser's.
   */
  find(
    { uid, prompt: asked }: { uid: string; prompt: PromptName },
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<PendingInteraction | undefined> {
    return unlessFinished(async () => {
      const details = await this.holder.provider.interactionDetails(request, response);
      const { params, prompt, session, uid: found } = details;
      if (found !== uid || prompt.name !== asked) return undefined;
      const userId = session?.accountId ?? '';
      const pending: PendingInteraction = {
        uid,
        userId,
        scope: text(params['scope']),
        clientId: text(params['client_id']),
        redirectUri: text(params['redirect_uri']),
        uiLocales: params['ui_locales'] ?? (await this.accounts.find(userId))?.locale,
        loginHint: text(params['login_hint']),
      };
      this.states.set(pending, details);
      return pending;
    });
  }

  /**
   * Records that a user signed in, and how; resolves with where the browser goes next, or nothing when it was
   * finished. The state that `find` has read is saved: the library's own method would read it again.
   */
  finish(
    pending: PendingInteraction,
    { userId: accountId, epoch, amr, uiLocale }: ProvenSignIn,
  ): Promise<string | undefined> {
    const state = this.states.get(pending);
    if (!state) throw new Error('A sign-in that was not found cannot be finished');
    // The browser may come back much later: `auth_time` is now.
    const now = Math.floor(Date.now() / 1000);
    const login = { accountId, amr, acr: acrOf(amr), ts: now };
    const result: ProvenResult = { login, epoch };
    if (uiLocale !== undefined) state.params['ui_locales'] = uiLocale;
    return unlessFinished(async () => {
      await Object.assign(state, { result }).save(state.exp - now);
      return state.returnTo;
    });
  }

  /**
   * Records what the user decided, beside the sign-in that was just before; resolves like `finish`. The first
   * decision stays: another one changes nothing.
   */
  decide(
    request: IncomingMessage,
    response: ServerResponse,
    decision: 'allow' | 'refuse',
  ): Promise<string | undefined> {
    const result: InteractionResults =
      decision === 'allow'
        ? { consent: {} }
        : { error: 'access_denied', error_description: 'the user refused' };
    const { provider } = this.holder;
    return unlessFinished(async () => {
      const { result: decided, returnTo } = await provider.interactionDetails(request, response);
      return decided ? returnTo : provider.interactionResult(request, response, result);
    });
  }
}

async function unlessFinished<Result>(step: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof errors.SessionNotFound) return undefined;
    throw error;
  }
}
