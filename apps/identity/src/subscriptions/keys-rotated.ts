import { Controller } from '@nestjs/common';
import { OnBroadcast } from '@safety/bus';
import { keysRotated } from '@safety/contracts';
import { SigningKeys } from '../keys/signing-keys.js';

/** Every process reads new keys at once, to publish them long before they sign. */
@Controller()
export class KeysRotatedSubscription {
  constructor(private readonly keys: SigningKeys) {}

  @OnBroadcast(keysRotated)
  reload(): Promise<void> {
    return this.keys.reload();
  }
}
