import { Injectable } from '@nestjs/common';
import { InjectSettings, ProblemError } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings } from '../config.js';
import { ClientAddress } from './client-address.js';
import { FILL_MS, perMinute, type RatePolicy } from './rate-policies.js';
import { SharedBuckets } from './shared-buckets.js';
import type { Allowance } from './token-buckets.js';

/** Who made a request, as far as its token tells. */
export interface LimitedCaller {
  clientId: string;
  companyId?: string | undefined;
}

/** Refuses with 429 what is too much, and tells in headers how much is left. */
@Injectable()
export class RateLimits {
  private readonly company: RatePolicy;
  private readonly client: RatePolicy;
  private readonly address: RatePolicy;
  private readonly badTokens: RatePolicy;

  constructor(
    @InjectSettings() settings: GatewaySettings,
    private readonly shared: SharedBuckets,
    private readonly addresses: ClientAddress,
  ) {
    this.company = perMinute('company', settings.RATE_LIMIT_COMPANY);
    this.client = perMinute('client', settings.RATE_LIMIT_CLIENT);
    this.address = perMinute('address', settings.RATE_LIMIT_ADDRESS);
    this.badTokens = perMinute('bad-tokens', settings.RATE_LIMIT_ADDRESS);
  }

  /** Counts a request without a token for the address it comes from. */
  countAddress(request: FastifyRequest, reply: FastifyReply): void {
    admit(reply, this.shared.buckets.spend(this.address, this.addresses.limited(request.raw)));
  }

  /** Counts a request whose token is not good for the address it comes from, apart from those without any. */
  countBadToken(request: FastifyRequest, reply: FastifyReply): void {
    admit(reply, this.shared.buckets.spend(this.badTokens, this.addresses.limited(request.raw)));
  }

  /** Refuses an address that has sent too many bad tokens, before its next unknown one is verified. */
  checkBadTokens(request: FastifyRequest, reply: FastifyReply): void {
    const looked = this.shared.buckets.look(this.badTokens, this.addresses.limited(request.raw));
    const allowance = refusedWhenEmpty(looked);
    if (allowance.remaining < 0) admit(reply, allowance);
  }

  /** Counts a request with a good token, refused or not, for its client in its company, where there is one, and for its client. */
  countCaller({ clientId, companyId }: LimitedCaller, reply: FastifyReply): void {
    const { buckets } = this.shared;
    if (companyId === undefined) {
      admit(reply, buckets.spend(this.client, clientId));
      return;
    }
    const both: [RatePolicy, string][] = [
      [this.company, `${clientId}:${companyId}`],
      [this.client, clientId],
    ];
    // What is too much for one of them takes nothing from the other.
    const looked = both.map((bucket) => refusedWhenEmpty(buckets.look(...bucket)));
    const isRefused = looked.some(({ remaining }) => remaining < 0);
    const [inCompany, inAll] = isRefused ? looked : both.map((bucket) => buckets.spend(...bucket));
    if (inCompany) admit(reply, inCompany, inAll);
  }
}

const refusedWhenEmpty = (allowance: Allowance): Allowance =>
  allowance.remaining < 1 ? { ...allowance, remaining: -1 } : allowance;

const seconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

/** As `RateLimit` tells it. */
const left = ({ policy, remaining, fullMs }: Allowance): string =>
  `"${policy.name}";r=${Math.max(0, remaining)};t=${seconds(fullMs)}`;

/**
 * Says what is left (draft-ietf-httpapi-ratelimit-headers-10, and the three older headers for the policy that ends first) and
 * throws 429 when it is nothing.
 */
function admit(reply: FastifyReply, one: Allowance, other = one): void {
  const { policy, remaining, fullMs, retryMs } = other.remaining < one.remaining ? other : one;
  reply.headers({
    'ratelimit-policy': other === one ? one.policy.told : `${one.policy.told}, ${other.policy.told}`,
    ratelimit: other === one ? left(one) : `${left(one)}, ${left(other)}`,
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
