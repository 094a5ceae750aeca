import { Controller } from '@nestjs/common';
import { OnBroadcast } from '@safety/bus';
import { type KeysRotated, keysRotated } from '@safety/contracts';
import { PublicKeys } from './public-keys.js';

/** Each process that verifies access tokens hears at once of new keys, and of withdrawn ones. */
@Controller()
export class KeysRotatedSubscription {
  constructor(private readonly keys: PublicKeys) {}

  @OnBroadcast(keysRotated)
  apply(rotated: KeysRotated): void {
    // Further messages do not wait until identity answers; what fails is tried again there.
    void this.keys.apply(rotated);
  }
}
