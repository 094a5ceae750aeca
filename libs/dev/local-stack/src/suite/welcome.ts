import type { Suite } from './start-suite.js';

/**
 * The text that a person needs to try the suite: addresses, and a demo user and client when there are any.
 */
export function welcome({ url, environment }: Pick<Suite, 'url' | 'environment'>, demo: boolean): string {
  const addresses = `
Ready: ${url}
  In a browser     ${url}/
  OpenID provider  ${url}/auth/.well-known/openid-configuration
  Accounts API     ${url}/accounts
  Business API     ${url}/api
`;
  const tryIt = `
  Try the API      ${url}/docs, client ${environment.gateway['DOCS_CLIENT_ID']}
  Demo user        admin@demo.example, password: correct horse battery staple
  Demo client      demo-password, secret: demo-password-secret
  A token          curl ${url}/auth/connect/token -d grant_type=password -d client_id=demo-password \\
                     -d client_secret=demo-password-secret -d username=admin@demo.example \\
                     --data-urlencode 'password=correct horse battery staple' \\
                     --data-urlencode 'scope=openid resources_accounts_api resources_business_api'
  The main job     AUTH_URL=${url} npx --yes pnpm demo
`;
  return `${addresses}${demo ? tryIt : ''}\nCtrl-C stops everything; the data stays in .local (--reset starts clean).`;
}
