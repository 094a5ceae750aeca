import { describe, expect, it } from '@jest/globals';
import { readSettings } from '@safety/platform';
import { busKeysOf } from '@safety/testing';
import { OWNERS } from '../owners.js';
import { publishingSettingsSchema } from '../settings.js';

const publicKeys = OWNERS.map((owner) => `${owner}:${busKeysOf(owner).publicKey}`);
const good = {
  REDIS_URL: 'redis://training:secret@127.0.0.1:6379',
  BUS_PUBLIC_KEYS: publicKeys.join(', '),
  BUS_SIGNING_KEY: busKeysOf('training').signingKey,
};
const read = (changes: NodeJS.ProcessEnv) => () =>
  readSettings(publishingSettingsSchema, { ...good, ...changes });

describe('keys of the bus', () => {
  it('fit together, with several of one service too', () => {
    const several = [...publicKeys, `training:${busKeysOf('the next key').publicKey}`].join();
    const settings = read({ BUS_PUBLIC_KEYS: several })();
    expect(settings.BUS_PUBLIC_KEYS.include('training', settings.BUS_SIGNING_KEY)).toBe(true);
    expect(settings.BUS_PUBLIC_KEYS.include('identity', settings.BUS_SIGNING_KEY)).toBe(false);
  });

  it.each([
    ['a service that is none', [...publicKeys, `gateway:${busKeysOf('gateway').publicKey}`].join()],
    ['a key that is too short', [...publicKeys, 'training:AAAA'].join()],
    ['a service without a key', publicKeys.slice(1).join()],
    ['nothing that is one', 'x'],
    ['an empty place', `${publicKeys.join()},`],
  ])('stop the start: %s', (_, given) => {
    expect(read({ BUS_PUBLIC_KEYS: given })).toThrow(/^Wrong settings: BUS_PUBLIC_KEYS: Must/);
  });

  it.each(['AAAA', 'not base64', `${busKeysOf('a').signingKey}AAAA`])(
    'stop the start: the signing key %s',
    (key) => {
      expect(read({ BUS_SIGNING_KEY: key })).toThrow(
        'Wrong settings: BUS_SIGNING_KEY: Must be 32 bytes in base64.',
      );
    },
  );
});
