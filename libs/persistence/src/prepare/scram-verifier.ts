import { createHash, createHmac, pbkdf2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(pbkdf2);

/** As many as PostgreSQL takes by itself. */
const ITERATIONS = 4_096;
const SALT_BYTES = 16;
const KEY_BYTES = 32;

/**
 * The form in which PostgreSQL keeps a password (RFC 5803, with the keys of RFC 5802 section 3): whoever has
 * it can check the password and not know it.
 */
export async function scramVerifier(password: string, salt = randomBytes(SALT_BYTES)): Promise<string> {
  const salted = await derive(password.normalize('NFKC'), salt, ITERATIONS, KEY_BYTES, 'sha256');
  const keyOf = (name: string): Buffer => createHmac('sha256', salted).update(name).digest();
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64');
  const server = keyOf('Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${server}`;
}
