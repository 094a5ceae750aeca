import { createHash } from 'node:crypto';

/** The id of a demo row: the same in every run and every service (UUID version 8, RFC 9562 section 5.8). */
export function demoId(kind: string, ...key: (string | number)[]): string {
  const bytes = createHash('sha256')
    .update(['demo', kind, ...key].join(':'))
    .digest()
    .subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
