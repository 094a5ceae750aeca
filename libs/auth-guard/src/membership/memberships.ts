import { type Memberships as Answer, type Membership, membershipsSchema } from '@safety/contracts';
import { type Caller, unavailable } from '@safety/platform';
import { LRUCache } from 'lru-cache';
import { AnyProcess } from '../any-process.js';
import type { HttpAnswer } from '../http-answer.js';

const KNOWN_FOR_MS = 60_000;
const MAX_USERS = 20_000;
const PATH = '/internal/memberships/me';

/** The answers of accounts for the tokens of one user, by the company of the token. */
type Answers = Map<string | undefined, Promise<Membership[]>>;

/**
 * The companies of a user, as accounts returns them for the token of the user. A token from the client of a
 * company yields that company alone. Answers are cached for at most 60 seconds, and dropped at once on
 * `memberships-changed.v1`. When accounts is unavailable, the answer is 503, never "allow".
 */
export class Memberships {
  private readonly known: LRUCache<string, Answers>;

  private readonly accounts: AnyProcess;

  /** `addresses` are those of the processes of accounts. */
  constructor(addresses: readonly string[], now: () => number = () => performance.now()) {
    this.accounts = new AnyProcess(addresses);
    this.known = new LRUCache({ max: MAX_USERS, ttl: KNOWN_FOR_MS, ttlResolution: 0, perf: { now } });
  }

  /** The caller's membership in a company; none when there is no such company for the caller. */
  async find(caller: Caller, companyId: string): Promise<Membership | undefined> {
    return inCompany(await this.of(caller), companyId);
  }

  /**
   * Accepts the invitation of the caller to a company: accounts is told the company. None when it was taken
   * back.
   */
  async accept(caller: Caller, companyId: string): Promise<Membership | undefined> {
    this.forget([caller.userId]);
    return inCompany(await this.ask(caller, `${PATH}?companyId=${companyId}`), companyId);
  }

  /** Makes the next request of these users ask accounts again. */
  forget(userIds: readonly string[]): void {
    for (const userId of userIds) this.known.delete(userId);
  }

  private of(caller: Caller): Promise<Membership[]> {
    const { userId, companyId } = caller;
    const answers: Answers = this.known.get(userId) ?? new Map();
    const known = answers.get(companyId);
    if (known) return known;
    const asked = this.ask(caller);
    // The first answer says how long all of them are known.
    if (answers.size === 0) this.known.set(userId, answers);
    answers.set(companyId, asked);
    // A failure is not an answer: the next request asks again.
    asked.catch(() => answers.delete(companyId));
    return asked;
  }

  private async ask(caller: Caller, path = PATH): Promise<Membership[]> {
    try {
      return await this.accounts.ask({
        path,
        headers: { authorization: `Bearer ${caller.token}` },
        read: (answer) => readMemberships(answer, caller),
      });
    } catch (cause) {
      throw unavailable(cause);
    }
  }
}

const inCompany = (memberships: readonly Membership[], id: string): Membership | undefined =>
  memberships.find(({ companyId }) => companyId === id);

async function readMemberships(answer: HttpAnswer, { userId }: Caller): Promise<Membership[]> {
  if (!answer.ok) throw new Error(`accounts answered ${answer.status}`);
  const given: Answer = membershipsSchema.parse(await answer.json());
  if (given.userId !== userId) throw new Error('accounts answered about another user');
  return given.companies;
}
