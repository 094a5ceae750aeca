import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { type AccessTokenClaims, isId } from '@safety/contracts';
import { type Caller, ProblemError } from '@safety/platform';
import type { FastifyRequest } from 'fastify';
import { Strategy } from 'passport-jwt';
import { AccessTokenVerifier } from './access-token-verifier.js';
import { bearerToken } from './bearer-token.js';

export const ACCESS_TOKEN = 'access-token';

type Verified = (error: unknown, claims?: AccessTokenClaims) => void;

// jsonwebtoken, which passport-jwt brings, accepts an unknown `crit`, a missing `exp` and an ID token as an
// access token. passport-jwt lets its verifier be replaced; the "key" it is handed is our verifier.
Object.assign(Strategy, {
  JwtVerifier: (token: string, verifier: AccessTokenVerifier, _options: unknown, done: Verified) => {
    verifier.verify(token).then((claims) => done(null, claims), done);
  },
});

/** 403: the token is of no user. */
export const userRequired = (): ProblemError =>
  new ProblemError('user-required', {
    detail: 'The access token speaks for a client alone. Send one of a user who signed in at it.',
  });

/**
 * The caller that a verified token speaks for. The `sub` of a token that a client got for itself is the
 * client (RFC 9068 section 2.2). A client of a company acts for that company; any other belongs to none:
 * 403 `user-required`.
 */
export function callerOf(claims: AccessTokenClaims, token: string): Caller {
  const isServiceClient = claims.sub === claims.client_id;
  if ((isServiceClient && claims.company_id === undefined) || !isId(claims.sub)) throw userRequired();
  return {
    userId: claims.sub,
    isServiceClient,
    clientId: claims.client_id,
    sid: claims.sid,
    companyId: claims.company_id,
    authTime: claims.auth_time,
    acr: claims.acr,
    scopes: claims.scope.split(' '),
    token,
  };
}

/** Authenticates a request by its access token. */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, ACCESS_TOKEN) {
  constructor(verifier: AccessTokenVerifier) {
    super({
      jwtFromRequest: (request: FastifyRequest) => bearerToken(request.raw),
      // The type says key; it goes to JwtVerifier untouched.
      secretOrKeyProvider: (_request, _token, done) => done(null, verifier as unknown as Buffer),
      passReqToCallback: true,
    });
  }

  validate(request: FastifyRequest, claims: AccessTokenClaims): Caller {
    return callerOf(claims, bearerToken(request.raw));
  }
}
