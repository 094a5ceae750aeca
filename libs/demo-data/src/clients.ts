/** A registered API client of the demo. */
export interface DemoClient {
  clientId: string;
  name: string;
  /** None for a public client, which must use PKCE. */
  secret: string | null;
  grantTypes: ('authorization_code' | 'refresh_token' | 'password')[];
  redirectUris: string[];
  logoutUri: string | null;
}

/** Registered for every demo client. */
export const demoScopes = [
  'openid',
  'profile',
  'roles',
  'email',
  'offline_access',
  'resources_accounts_api',
  'resources_business_api',
];

export const demoClients: DemoClient[] = [
  {
    clientId: 'demo-web',
    name: 'Demo web application',
    secret: 'demo-web-secret',
    grantTypes: ['authorization_code', 'refresh_token'],
    redirectUris: ['http://localhost:9090/callback'],
    logoutUri: 'http://localhost:9090/logout',
  },
  {
    clientId: 'demo-second',
    name: 'Second demo web application',
    secret: 'demo-second-secret',
    grantTypes: ['authorization_code', 'refresh_token'],
    redirectUris: ['http://localhost:9091/callback'],
    logoutUri: 'http://localhost:9091/logout',
  },
  {
    clientId: 'demo-spa',
    name: 'Demo browser application',
    secret: null,
    grantTypes: ['authorization_code', 'refresh_token'],
    redirectUris: ['http://localhost:9092/callback'],
    logoutUri: null,
  },
  {
    clientId: 'demo-password',
    name: 'Demo of the password flow',
    secret: 'demo-password-secret',
    grantTypes: ['password', 'refresh_token'],
    redirectUris: [],
    logoutUri: null,
  },
];

/** The client that people sign in with at `/docs` of the gateway. */
export const demoDocsClientId = 'demo-spa';
