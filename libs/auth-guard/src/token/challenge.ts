/** Of all APIs: one token is good for each of them. */
const REALM = 'workplace-safety';

/** The header of a refusal with these parameters, and with one at least, as RFC 6750 section 3 asks. */
export function challenge(parameters: Record<string, string> = {}): { 'www-authenticate': string } {
  const all = Object.entries({ ...parameters, realm: REALM });
  return { 'www-authenticate': `Bearer ${all.map(([name, value]) => `${name}="${value}"`).join(', ')}` };
}
