import { type AdapterPayload, errors } from 'oidc-provider';
import type { Accounts } from '../../people/users/accounts.js';
import type { BegunSignIns } from '../../people/users/begun-sign-ins.js';
import type { ShortLivedStore } from '../../storage/short-lived/short-lived-store.js';
import { readAhead } from '../hooks/read-ahead.js';
import type { ProvenResult } from '../sessions/interaction-sessions.js';
import { knownSession } from '../sessions/session-of-request.js';
import { countBegun } from './count-begun.js';
import type { SessionAdapter } from './session.adapter.js';
import { ShortLivedAdapter } from './short-lived.adapter.js';

/**
 * Sign-ins under way. The library puts the value of the session cookie into them, and hints a second time,
 * and never reads them: they are not kept.
 */
export class InteractionAdapter extends ShortLivedAdapter {
  constructor(
    store: ShortLivedStore,
    private readonly accounts: Accounts,
    private readonly begun: BegunSignIns,
    private readonly sessions: Pick<SessionAdapter, 'findByUid'>,
  ) {
    super(store, 'interaction');
  }

  /**
   * Without its result when the user was signed out everywhere since: the browser is asked to sign in again.
   * The user is read with the answer to that, since the end of a sign-in asks for both.
   */
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const payload = await this.withoutEndedSession(await super.find(id));
    const proven = payload?.result as ProvenResult | undefined;
    if (!proven?.login) return payload;
    const account = await this.accounts.findInEpoch(proven.login.accountId, proven.epoch);
    if (account) {
      readAhead({ account });
      return payload;
    }
    const { result: _, ...unproven } = payload as AdapterPayload;
    return unproven;
  }

  /**
   * A sign-in that began in a session goes on when that has ended, as one that began in none: the library
   * would refuse it for good. Proofs from before that end count no more. Consent stays refused, since it is
   * for the user of the session.
   */
  private async withoutEndedSession(
    payload: AdapterPayload | undefined,
  ): Promise<AdapterPayload | undefined> {
    const sid = payload?.session?.uid;
    if (sid === undefined || payload?.prompt?.name !== 'login') return payload;
    if (knownSession(sid) || (await this.sessions.findByUid(sid))) return payload;
    const { session: _, result: __, ...begunInNone } = payload;
    return begunInNone;
  }

  /**
   * One with a result has been asked for before: a form that was sent twice does not bring back what is
   * finished. One without is a question: the first of a sign-in is counted, since nobody has to prove
   * anything for it.
   */
  override async upsert(id: string, payload: AdapterPayload, expiresIn: number): Promise<void> {
    const { cookie: _, ...session } = payload.session ?? {};
    const { prompt } = payload;
    const kept = {
      ...payload,
      ...(payload.session && { session }),
      ...(prompt && { prompt: { ...prompt, details: {} } }),
    };
    if (payload.result === undefined) {
      if (payload.lastSubmission === undefined) await countBegun(this.begun, 'sign-in');
      return super.upsert(id, kept, expiresIn);
    }
    if (!(await this.replace(id, kept, expiresIn)))
      throw new errors.SessionNotFound('the sign-in was finished meanwhile');
  }
}
