import type { GatewaySettings } from '../config.js';

/** Where the catalog is (RFC 9727 section 2). */
export const CATALOG_PATH = '/.well-known/api-catalog';
/** A set of links (RFC 9264 section 4.2) that is a catalog (RFC 9727 section 4). */
export const CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/**
 * The addresses that the start page and the catalog link to. They come from the settings, never from `Host`.
 */
export interface PublicLinks {
  accounts: string;
  api: string;
  catalog: string;
  console: string;
  discovery: string;
  docs: string;
  issuer: string;
  mailbox: string;
  openapi: string;
}

export const publicLinks = ({ AUTH_URL, ACCOUNTS_API_URL, BASE_URL }: GatewaySettings): PublicLinks => ({
  accounts: ACCOUNTS_API_URL,
  api: BASE_URL,
  catalog: `${AUTH_URL}${CATALOG_PATH}`,
  console: `${AUTH_URL}/auth/console`,
  discovery: `${AUTH_URL}/auth/.well-known/openid-configuration`,
  docs: `${AUTH_URL}/docs`,
  issuer: `${AUTH_URL}/auth`,
  mailbox: `${AUTH_URL}/auth/demo/mailbox`,
  openapi: `${AUTH_URL}/openapi.json`,
});

/** The catalog for programs: each API with the documents that describe it (RFC 8631). */
export function apiCatalog(links: PublicLinks): string {
  const described = {
    'service-desc': [{ href: links.openapi, type: 'application/json' }],
    'service-doc': [{ href: links.docs, type: 'text/html' }],
  };
  const apis = [
    { anchor: links.api, ...described },
    { anchor: links.accounts, ...described },
    { anchor: links.issuer, 'service-desc': [{ href: links.discovery, type: 'application/json' }] },
  ];
  const catalog = { anchor: links.catalog, item: apis.map(({ anchor }) => ({ href: anchor })) };
  return JSON.stringify({ linkset: [catalog, ...apis] });
}

/** Leads from any answer to the catalog (RFC 9727 section 3). */
export const linkToCatalog = ({ catalog }: PublicLinks): string => `<${catalog}>; rel="api-catalog"`;
