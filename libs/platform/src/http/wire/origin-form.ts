const ORIGIN = /^https?:\/\/([^/?#]*)/i;

/**
 * A request target as clients usually send it. The absolute form has to be accepted too (RFC 9112 section
 * 3.2.2); one that names another host than `hosts` (in lower case, with a port that is not the default one)
 * stays as it is and leads nowhere, because this is no proxy for the rest of the world.
 */
export function originForm(target: string, hosts: ReadonlySet<string>): string {
  if (target.startsWith('/')) return target;
  const [origin = '', authority = ''] = ORIGIN.exec(target) ?? [];
  if (!hosts.has(authority.toLowerCase())) return target;
  const rest = target.slice(origin.length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The hosts of the public addresses of a service: every one of its settings that may be known to clients. */
export function publicHosts(settings: Record<string, unknown>): ReadonlySet<string> {
  const addresses = ['AUTH_URL', 'ACCOUNTS_API_URL', 'BASE_URL'].flatMap((name) => settings[name] ?? []);
  return new Set(addresses.map((address) => new URL(String(address)).host));
}
