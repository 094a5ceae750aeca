import { Injectable } from '@nestjs/common';
import { InjectSettings, ProblemError, recordedNetwork } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuditEntry } from '../../audit/audit-entry.js';
import { RefusalLimit } from '../../audit/refusal-limit.js';
import type { IdentitySettings } from '../../config.js';
import { clientAddress } from '../../throttling/client-address.js';
import { type Accepted, Authentication, type Origin, type Tried } from './authentication.js';
import { deviceOf, keepDevice } from './device-cookie.js';
import { refusalReasons, type SignInFailure } from './sign-in-failure.js';

/** Passwords that people enter on a page. */
@Injectable()
export class EnteredPasswords {
  private readonly secure: boolean;

  constructor(
    private readonly authentication: Authentication,
    private readonly refusals: RefusalLimit,
    @InjectSettings() { AUTH_URL }: Pick<IdentitySettings, 'AUTH_URL'>,
  ) {
    this.secure = AUTH_URL.startsWith('https:');
  }

  /**
   * Checks a password. A failure is recorded with the user whom the page knows, else with the one whose
   * address was tried, of which the page learns nothing. It shows its form again; with the right password the
   * browser keeps its device.
   */
  async check(
    { email, password }: { email: string; password: string },
    known: Pick<AuditEntry, 'clientId' | 'userId'>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Accepted | SignInFailure> {
    const device = deviceOf(request, this.secure);
    const address = clientAddress(request.raw);
    const checked = await this.authenticate(email, password, { address, device, deviceShared: false });
    if ('failure' in checked) {
      const { failure, triedUserId } = checked;
      const user = known.userId ?? triedUserId;
      this.recordRefusal(
        failure.reason,
        { ...known, ...(user && { userId: user }) },
        recordedNetwork(address),
      );
      return failure;
    }
    keepDevice(reply, device, this.secure);
    return checked;
  }

  private recordRefusal(
    reason: SignInFailure['reason'],
    known: Pick<AuditEntry, 'clientId' | 'userId'>,
    network: string,
  ): void {
    const entry = {
      type: 'sign-in-refused',
      actor: 'user',
      ...known,
      reason: refusalReasons[reason],
      details: { network },
    } as const;
    if (reason === 'wrong') this.refusals.recordWrongPassword(entry);
    else this.refusals.record(entry, `sign-in-refused: ${reason}`);
  }

  private async authenticate(
    email: string,
    password: string,
    origin: Origin,
  ): Promise<Accepted | ({ failure: SignInFailure } & Partial<Tried>)> {
    try {
      const result = await this.authentication.authenticate(email, password, origin);
      if (result.outcome === 'accepted') return { userId: result.userId, epoch: result.epoch };
      const { outcome: reason, triedUserId, ...rest } = result;
      return { failure: { reason, ...rest }, triedUserId };
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'unavailable')
        return { failure: { reason: 'busy', retryAfterSeconds: 1 } };
      throw error;
    }
  }
}
