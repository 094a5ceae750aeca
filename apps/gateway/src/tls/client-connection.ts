import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { InjectSettings, ProblemError } from '@safety/platform';
import type { GatewaySettings } from '../config.js';
import { isListed, peerOf } from '../limits/client-address.js';

/** Knows whether the client's own connection is encrypted, to us or to the proxy that ends TLS for us. */
@Injectable()
export class ClientConnection {
  private readonly requiresHttps: boolean;

  constructor(
    @InjectSettings() private readonly settings: Pick<GatewaySettings, 'AUTH_URL' | 'TRUSTED_PROXIES'>,
  ) {
    this.requiresHttps = settings.AUTH_URL.startsWith('https:');
  }

  /**
   * `X-Forwarded-Proto` of a proxy of ours counts before the socket, since that proxy may encrypt what came
   * to it in plain text. Of several entries each has to be `https`: a client may have sent the first.
   */
  protocolOf(request: IncomingMessage): 'http' | 'https' {
    const said = request.headers['x-forwarded-proto'];
    if (typeof said === 'string' && this.isTrusted(request))
      return said.split(',').every((one) => one.trim().toLowerCase() === 'https') ? 'https' : 'http';
    return 'encrypted' in request.socket ? 'https' : 'http';
  }

  /** Whether the suite is reached over HTTPS, and this request is not. */
  isRefused(request: IncomingMessage): boolean {
    return this.requiresHttps && this.protocolOf(request) === 'http';
  }

  private isTrusted(request: IncomingMessage): boolean {
    const { TRUSTED_PROXIES: trusted } = this.settings;
    return typeof trusted === 'number' ? trusted > 0 : isListed(trusted, peerOf(request));
  }
}

export const HTTPS_REQUIRED = 'Use HTTPS. Replace a secret or token that was sent without encryption.';

/** 400 for a request that came without encryption. */
export const httpsRequired = (): ProblemError => new ProblemError('bad-request', { detail: HTTPS_REQUIRED });
