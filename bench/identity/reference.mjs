// The hashes and signatures that an answer cannot do without, with node:crypto alone, in CPU milliseconds.
import { argon2Sync, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
const text = Buffer.alloc(600, 'a');

export const rs256 = () => sign('sha256', text, rsa);
export const es256 = () => sign('sha256', text, { key: ec, dsaEncoding: 'ieee-p1363' });
export const sha256 = () => createHash('sha256').update(text).digest();
export const argon2id = () =>
  argon2Sync('argon2id', {
    message: text.subarray(0, 20),
    nonce: randomBytes(16),
    memory: 19 * 1024,
    passes: 2,
    parallelism: 1,
    tagLength: 32,
  });

/** CPU milliseconds of one round of `steps`. */
export function costOf(steps, rounds) {
  for (const step of steps) step();
  const before = process.cpuUsage();
  for (let round = 0; round < rounds; round++) for (const step of steps) step();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / rounds;
}
