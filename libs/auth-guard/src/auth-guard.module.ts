import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { LOGGER, type Logger, SETTINGS, Tracing, WorkFailures } from '@safety/platform';
import { AccessGuard } from './access/access.guard.js';
import { MembershipSource, OWN_MEMBERSHIPS } from './membership/membership-source.js';
import { Memberships } from './membership/memberships.js';
import type { AccessSettings } from './settings.js';
import { AccessTokenStrategy } from './token/access-token.strategy.js';
import { AccessTokenVerifier } from './token/access-token-verifier.js';
import { KeysRotatedSubscription } from './token/keys-rotated.js';
import { PublicKeys } from './token/public-keys.js';

/**
 * Guards every handler of a service with the access token, the company and the permission it needs. The
 * service attaches the bus, which reports withdrawn keys.
 */
@Module({
  controllers: [KeysRotatedSubscription],
  providers: [
    {
      provide: PublicKeys,
      inject: [SETTINGS, LOGGER, Tracing, WorkFailures],
      useFactory: (
        { IDENTITY_URL }: AccessSettings,
        logger: Logger,
        tracing: Tracing,
        failures: WorkFailures,
      ) => new PublicKeys(IDENTITY_URL, logger, Date.now, { tracing, failures }),
    },
    {
      provide: AccessTokenVerifier,
      inject: [SETTINGS, PublicKeys],
      useFactory: ({ AUTH_URL }: AccessSettings, keys: PublicKeys) => new AccessTokenVerifier(AUTH_URL, keys),
    },
    {
      provide: Memberships,
      inject: [SETTINGS],
      // accounts knows memberships itself, and has no such setting.
      useFactory: ({ ACCOUNTS_URL = [] }: Partial<AccessSettings>) => new Memberships(ACCOUNTS_URL),
    },
    {
      provide: MembershipSource,
      inject: [Memberships, { token: OWN_MEMBERSHIPS, optional: true }],
      useFactory: (asked: Memberships, own?: MembershipSource) => own ?? asked,
    },
    AccessTokenStrategy,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [AccessTokenVerifier, Memberships],
})
export class AuthGuardModule {}
