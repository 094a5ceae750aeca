import { Injectable } from '@nestjs/common';
import { InjectSettings } from '@safety/platform';
import type { IdentitySettings } from '../../config.js';
import { clientAddress, nameNetwork, networkOf, type Sender } from '../../throttling/client-address.js';
import { Throttle } from '../../throttling/throttle.js';
import { type BegunKind, beginLimit } from './sign-in-limits.js';

/** Sign-ins that networks begin, counted before anything of them is kept. */
@Injectable()
export class BegunSignIns {
  constructor(
    private readonly throttle: Throttle,
    @InjectSettings() private readonly settings: Pick<IdentitySettings, 'SIGN_INS_PER_NETWORK'>,
  ) {}

  /** Counts one; not admitted when the network that it comes from has begun too many. */
  async count(kind: BegunKind, request: Sender): ReturnType<Throttle['take']> {
    const network = networkOf(clientAddress(request));
    const taken = await this.throttle.take([beginLimit(kind, network, this.settings.SIGN_INS_PER_NETWORK)]);
    if (!taken.admitted) nameNetwork(request);
    return taken;
  }
}
