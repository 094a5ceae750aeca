import { digestOf } from '../storage/encryption/digest-of.js';
import type { IdentityUnderTest } from './identity-under-test.js';

const hex = (bytes: Buffer): string => bytes.toString('hex');

/** How a secret can be read in a row: as it is, and its bytes, or those that it encodes, as they print. */
const readableForms = (secret: string): string[] => {
  const encoded = Buffer.from(secret, 'base64url');
  const bytes = Buffer.from(secret);
  return [secret, hex(bytes), hex(encoded), bytes.toString('base64url'), encoded.toString('base64')];
};

/** How a secret lies in the rows of tables; `digest` says too that the rows are those of the secret. */
export async function storedAs(
  provider: IdentityUnderTest,
  secret: string | undefined,
  ...tables: string[]
): Promise<'readable' | 'digest' | 'nowhere'> {
  if (!secret) throw new Error('There is no secret to look for');
  const rows = await provider.query<{ row: string }>(
    tables.map((table) => `SELECT ${table}::text AS row FROM ${table}`).join(' UNION ALL '),
  );
  const holds = (form: string): boolean => rows.some(({ row }) => row.includes(form));
  if (readableForms(secret).some(holds)) return 'readable';
  return holds(hex(digestOf(secret))) ? 'digest' : 'nowhere';
}
