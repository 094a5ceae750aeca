/** Where the console is, below the issuer. */
export const consolePath = '/auth/console';

/** The client that it is. */
export const CONSOLE_CLIENT_ID = 'identity-console';

/** Its pages. */
export const consolePaths = {
  profile: consolePath,
  editProfile: `${consolePath}/profile`,
  email: `${consolePath}/email`,
  password: `${consolePath}/password`,
  sessions: `${consolePath}/sessions`,
  companies: `${consolePath}/companies`,
  clients: `${consolePath}/clients`,
  newClient: `${consolePath}/clients/new`,
  deliveries: `${consolePath}/deliveries`,
  refusals: `${consolePath}/refusals`,
  audit: `${consolePath}/audit`,
  signIn: `${consolePath}/sign-in`,
  callback: `${consolePath}/callback`,
  signOut: `${consolePath}/sign-out`,
} as const;

/** The page of one client. */
export const clientPath = (id: string): string => `${consolePaths.clients}/${encodeURIComponent(id)}`;

/** Longer than any address that the console links to; it is kept while the user signs in. */
const MOST_CHARACTERS = 512;

const NOT_A_PAGE: readonly string[] = [consolePaths.signIn, consolePaths.callback, consolePaths.signOut];

/**
 * `to` when it is a page of the console with at most 512 characters, else where the console begins: a link
 * must not lead anywhere else after sign-in.
 */
export function pageOfConsole(to: unknown): string {
  if (typeof to !== 'string' || !to.startsWith('/') || to.length > MOST_CHARACTERS) return consolePath;
  const url = URL.parse(to, 'http://console');
  if (url?.host !== 'console' || NOT_A_PAGE.includes(url.pathname)) return consolePath;
  const inside = url.pathname === consolePath || url.pathname.startsWith(`${consolePath}/`);
  return inside ? url.pathname + url.search : consolePath;
}
