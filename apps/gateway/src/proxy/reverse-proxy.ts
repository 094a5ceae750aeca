import { Injectable } from '@nestjs/common';
import { API_VERSION_HEADER, apiVersions, newestApiVersion } from '@safety/contracts';
import {
  deprecatedVersionHeaders,
  InjectSettings,
  isPreflight,
  isRead,
  linkAddresses,
  nameRoute,
  pathOf,
  requestedApiVersion,
  sendProblem,
} from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewaySettings, PublicAddressSetting } from '../config.js';
import { Cors } from '../cors/cors.js';
import { bodyEncoded, bodyTooLarge, endpointRemoved } from '../errors/refusals.js';
import { ClientAddress } from '../limits/client-address.js';
import { RateLimits } from '../limits/rate-limits.js';
import { isVersioned, pathBelowApi } from '../paths/paths-of-apis.js';
import { unescapedPath } from '../paths/unescaped-path.js';
import { ClientConnection, HTTPS_REQUIRED, httpsRequired } from '../tls/client-connection.js';
import { Admission } from './admission.js';
import { EventCoalescing } from './event-coalescing.js';
import { Exchange } from './exchange.js';
import { findRoute, isRoute, type Match, servicePath } from './find-route.js';
import { normalisedPath } from './normalised-path.js';
import { checkHeaders, upstreamHeaders } from './request-headers.js';
import { Upstreams } from './upstreams.js';

/** Answers every request that is not one of the gateway's own: refuses it or passes it on. */
@Injectable()
export class ReverseProxy {
  private readonly publicAddresses: Record<PublicAddressSetting, URL>;

  constructor(
    @InjectSettings() private readonly settings: GatewaySettings,
    private readonly admission: Admission,
    private readonly upstreams: Upstreams,
    private readonly coalescing: EventCoalescing,
    private readonly limits: RateLimits,
    private readonly addresses: ClientAddress,
    private readonly cors: Cors,
    private readonly connection: ClientConnection,
  ) {
    this.publicAddresses = {
      AUTH_URL: new URL(settings.AUTH_URL),
      ACCOUNTS_API_URL: new URL(settings.ACCOUNTS_API_URL),
      BASE_URL: new URL(settings.BASE_URL),
    };
  }

  /** Never rejects: what goes wrong becomes a problem. */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    try {
      const path = pathOf(request.url);
      const versioned = isVersioned(unescapedPath(path));
      if (versioned) this.cors.allow(request, reply);
      if (versioned && isPreflight(request)) return this.answerPreflight(request, reply);
      const match = this.read(request, reply, path, versioned);
      nameRoute(request, match.entry.prefix);
      if (this.connection.isRefused(request.raw)) return this.demandHttps(request, reply, versioned);
      await this.admission.admit(request, reply, match.entry.access);
      checkBody(request, match.entry.maxBodyBytes);
      this.passOn(request, reply, match, request.url.slice(path.length));
    } catch (error) {
      this.announceDeprecation(reply);
      sendProblem(request, reply, error, pathBelowApi(pathOf(request.url)));
    }
  }

  /** Finds the route. A request without one counts for its address, since its sender is never identified. */
  private read(request: FastifyRequest, reply: FastifyReply, path: string, versioned: boolean): Match {
    try {
      if (versioned) checkApiVersion(request, reply);
      checkHeaders(request.raw);
      return findRoute(normalisedPath(path));
    } catch (error) {
      this.limits.countAddress(request, reply);
      throw error;
    }
  }

  /** A page that a person opens goes on. Writes are refused, and what has a token or secret in its header. */
  private demandHttps(request: FastifyRequest, reply: FastifyReply, versioned: boolean): void {
    this.limits.countAddress(request, reply);
    if (versioned) throw httpsRequired();
    const holdsToken = request.headers.authorization !== undefined;
    if (isRead(request) && !holdsToken)
      void reply.redirect(this.publicAddresses.AUTH_URL.origin + request.url, 308);
    // RFC 6749 section 5.2.
    else void reply.status(400).send({ error: 'invalid_request', error_description: HTTPS_REQUIRED });
  }

  /** Of what is passed on the service says it, which knows the operation of the newest version. */
  private announceDeprecation(reply: FastifyReply): void {
    const version = apiVersions.find((known) => known === reply.getHeader(API_VERSION_HEADER));
    if (version) reply.headers(deprecatedVersionHeaders(version, linkAddresses(this.settings)));
  }

  private answerPreflight(request: FastifyRequest, reply: FastifyReply): void {
    this.limits.countAddress(request, reply);
    this.cors.answerPreflight(request, reply);
  }

  private passOn(request: FastifyRequest, reply: FastifyReply, match: Match, query: string): void {
    if (!isRoute(match)) throw endpointRemoved(linkAddresses(this.settings), successorOf(match));
    const { upstream, publicAddress, access, cookies, maxBodyBytes } = match.entry;
    const { host } = this.publicAddresses[publicAddress];
    const client = this.addresses.forwardedFor(request.raw);
    const worksInCompany = access !== 'public' && access.company;
    const forwarded = { requestId: request.id, client, proto: this.connection.protocolOf(request.raw), host };
    const call = {
      upstream: this.upstreams.of(upstream),
      path: servicePath(match) + query,
      headers: upstreamHeaders(request.raw, forwarded, { company: worksInCompany, cookies }),
      budgetMs: this.settings.UPSTREAM_BUDGET_MS,
      clientBudgetMs: this.settings.REQUEST_TIMEOUT_MS,
      maxBodyBytes,
      knowsKeys: worksInCompany,
      cookies,
    };
    // A client that left meanwhile would never end the exchange.
    if (reply.raw.closed) return;
    new Exchange(request, reply, call).begin();
    this.coalescing.follow(reply.raw);
  }
}

/** The services check the version too; here it is so that refusals of the gateway carry it. */
function checkApiVersion(request: FastifyRequest, reply: FastifyReply): void {
  reply.header(API_VERSION_HEADER, newestApiVersion);
  reply.header(API_VERSION_HEADER, requestedApiVersion(request.headers[API_VERSION_HEADER]));
}

/** A body of unknown length is counted as it passes. */
function checkBody({ headers }: FastifyRequest, maxBytes: number): void {
  if ((headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity') throw bodyEncoded();
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
}

const successorOf = ({ entry, rest }: Match): string =>
  'successor' in entry ? entry.successor.replace('*', rest) : '';
