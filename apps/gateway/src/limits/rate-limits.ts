import { Injectable } from '@nestjs/common';
import { InjectSettings, ProblemError, recordedNetwork } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../config.js';
import { ClientAddress } from './client-address.js';
import { FILL_MS, perMinute, type RatePolicy } from './rate-policies.js';
import { SharedBuckets } from './shared-buckets.js';
import type { Allowance, Spending } from './token-buckets.js';

/** The caller of a request, by its token. */
export interface LimitedCaller {
  clientId: string;
  /** The company that has registered the client, else the client: all clients of a company count as one. */
  ownerId: string;
  /** `sub`: the user, or the client itself when it acts for none. */
  userId: string;
  companyId?: string | undefined;
}

/** Refuses with 429 what is too much, and tells in headers how much is left. */
@Injectable()
export class RateLimits {
  private readonly user: RatePolicy;
  private readonly company: RatePolicy;
  private readonly client: RatePolicy;
  private readonly address: RatePolicy;
  private readonly badTokens: RatePolicy;

  constructor(
    @InjectSettings() settings: GatewaySettings,
    private readonly shared: SharedBuckets,
    private readonly addresses: ClientAddress,
  ) {
    this.user = perMinute('user', settings.RATE_LIMIT_USER);
    this.company = perMinute('company', settings.RATE_LIMIT_COMPANY);
    this.client = perMinute('client', settings.RATE_LIMIT_CLIENT);
    this.address = perMinute('address', settings.RATE_LIMIT_ADDRESS);
    this.badTokens = perMinute('bad-tokens', settings.RATE_LIMIT_ADDRESS);
  }

  /** Counts a request without a token for the address it comes from. */
  countAddress(request: FastifyRequest, reply: FastifyReply): void {
    this.spend(this.address, request, reply);
  }

  /** Counts a request whose token is not good for the address it comes from, apart from those without any. */
  countBadToken(request: FastifyRequest, reply: FastifyReply): void {
    this.spend(this.badTokens, request, reply);
  }

  /** Refuses an address that has sent too many bad tokens, before its next unknown one is verified. */
  checkBadTokens(request: FastifyRequest, reply: FastifyReply): void {
    const address = this.addresses.limited(request.raw);
    const allowance = this.shared.buckets.look(this.badTokens, address);
    if (allowance.remaining < 1) admitFrom(address, request, reply, { ...allowance, remaining: -1 });
  }

  /**
   * Counts a request with a good token, refused or not. It counts for the user, for the client in the
   * company, if there is one, and for the client. A user gets only a share of the limits that others of the
   * company and the client use too. No company bounds requests outside of companies, so they count for the
   * client apart: the users of one company cannot use up the client for all others.
   */
  countCaller({ clientId, ownerId, userId, companyId }: LimitedCaller, reply: FastifyReply): void {
    const wanted: Spending[] = [];
    // A client that acts as itself takes nothing away from other users of it.
    if (userId !== clientId || companyId === undefined)
      wanted.push({ policy: this.user, caller: `${clientId}:${userId}` });
    if (companyId !== undefined) wanted.push({ policy: this.company, caller: `${clientId}:${companyId}` });
    wanted.push({
      policy: this.client,
      caller: companyId === undefined ? `${ownerId}:no-company` : ownerId,
    });
    admit(reply, this.shared.buckets.spendEach(wanted));
  }

  private spend(policy: RatePolicy, request: FastifyRequest, reply: FastifyReply): void {
    const address = this.addresses.limited(request.raw);
    admitFrom(address, request, reply, this.shared.buckets.spend(policy, address));
  }
}

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** As `RateLimit` tells it. */
const left = ({ policy, remaining, fullMs }: Allowance): string =>
  `"${policy.name}";r=${Math.max(0, remaining)};t=${seconds(fullMs)}`;

/**
 * Says what is left (draft-ietf-httpapi-ratelimit-headers-10, and the three older headers for the policy that
 * ends first) and throws 429 when it is nothing.
 */
function admit(reply: FastifyReply, allowances: readonly Allowance[]): void {
  const { policy, remaining, fullMs, retryMs } = allowances.reduce(tightest);
  reply.headers({
    'ratelimit-policy': allowances.map((allowance) => allowance.policy.headerValue).join(', '),
    ratelimit: allowances.map(left).join(', '),
    'x-ratelimit-limit': policy.quota,
    'x-ratelimit-remaining': Math.max(0, remaining),
    'x-ratelimit-reset': seconds(fullMs),
  });
  if (remaining >= 0) return;
  throw new ProblemError('rate-limited', {
    detail: `At most ${policy.quota} requests at once and in ${FILL_MS / 1000} seconds. Try again in ${seconds(retryMs)}.`,
    headers: { 'retry-after': String(seconds(retryMs)) },
    extensions: { policy: policy.name },
  });
}

/** Where nobody is known by a token, the line of the log names the network. */
function admitFrom(
  address: string,
  request: FastifyRequest,
  reply: FastifyReply,
  allowance: Allowance,
): void {
  if (allowance.remaining < 0 && request.context) request.context.network = recordedNetwork(address);
  admit(reply, [allowance]);
}

/** The one that ends first; of two that are empty the one that stays so for longer. */
const tightest = (one: Allowance, other: Allowance): Allowance =>
  other.remaining < one.remaining || (other.remaining === one.remaining && other.retryMs > one.retryMs)
    ? other
    : one;
