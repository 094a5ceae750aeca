import { isKey } from '@safety/platform';
import { z } from 'zod';
import { OWNERS } from '../owners.js';
import { KEY_BYTES } from './keys.js';
import { MessageKeys, Signer } from './signatures.js';

/** The seed of the key that a service signs with. */
export const signingKeySetting = z
  .string()
  .refine(isKey, { error: `Must be ${KEY_BYTES} bytes in base64.` })
  .transform((text) => new Signer(Buffer.from(text, 'base64')));

const pairs = (text: string): [owner: string, key: string][] =>
  text.split(',').map((pair) => {
    const [owner = '', key = ''] = pair.trim().split(/:(.*)/s);
    return [owner, key];
  });

/**
 * `owner:base64`, comma-separated: at least one key of every owner, since a missing one would silence all of
 * its messages.
 */
export const publicKeysSetting = z
  .string()
  .transform(pairs)
  .refine((all) => all.every(([owner, key]) => OWNERS.some((one) => one === owner) && isKey(key)), {
    error: `Must be <service>:<${KEY_BYTES} bytes in base64>, comma-separated; services are ${OWNERS.join(', ')}.`,
  })
  .refine((all) => OWNERS.every((owner) => all.some(([of]) => of === owner)), {
    error: `Must name a key of each of ${OWNERS.join(', ')}.`,
  })
  .transform((all) => {
    const byOwner = Map.groupBy(all, ([owner]) => owner);
    return new MessageKeys(
      new Map(
        [...byOwner].map(([owner, keys]) => [owner, keys.map(([, key]) => Buffer.from(key, 'base64'))]),
      ),
    );
  });
