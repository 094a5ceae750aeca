import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** Computes an argon2id tag. */
export type Hash = (parameters: Argon2Parameters) => Promise<Buffer>;

const argon2Async = promisify(argon2);
const hashInPool: Hash = (parameters) => argon2Async('argon2id', parameters);

/** OWASP's recommendation for argon2id: 19 MiB, two passes, one lane. */
const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const PARALLELISM = 1;
const SALT_BYTES = 16;
const TAG_BYTES = 32;

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([\w+/-]+)\$([\w+/-]+)$/;

const base64 = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '');

/**
 * NFC: the same password typed on another keyboard is the same password (NIST SP 800-63B section 3.1.1.2).
 */
const bytesOf = (password: string): Buffer => Buffer.from(password.normalize('NFC'));

/** Hashes a new password with argon2id, in the PHC string format. */
export async function hashPassword(password: string, hash: Hash = hashInPool): Promise<string> {
  const nonce = randomBytes(SALT_BYTES);
  const tag = await hash({
    message: bytesOf(password),
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    parallelism: PARALLELISM,
    tagLength: TAG_BYTES,
  });
  return phc(nonce, tag);
}

function phc(salt: Buffer, tag: Buffer): string {
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${PARALLELISM}$${base64(salt)}$${base64(tag)}`;
}

/**
 * Made of chance, not of a password: comparing with it costs what comparing with any costs, and nothing
 * matches.
 */
export const hashOfNobody = phc(randomBytes(SALT_BYTES), randomBytes(TAG_BYTES));

/** Whether the password is the one of `stored`, at the cost that `stored` was made with. */
export async function verifyPassword(
  stored: string,
  password: string,
  hash: Hash = hashInPool,
): Promise<boolean> {
  const parts = PHC.exec(stored);
  if (!parts) throw new Error('A stored password hash is not argon2id in PHC format');
  const [, memory, passes, parallelism, salt = '', tag = ''] = parts;
  const expected = Buffer.from(tag, 'base64');
  const actual = await hash({
    message: bytesOf(password),
    nonce: Buffer.from(salt, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  });
  return timingSafeEqual(actual, expected);
}
