/** One endpoint of the protocol, below the issuer. */
export interface ProtocolRoute {
  path: string;
  methods: ('GET' | 'POST' | 'OPTIONS')[];
  /** The kind of its answers: people get pages, programs JSON, whatever their `Accept` says. */
  answers: 'page' | 'json';
  /** Whether clients send their secrets here: then over HTTPS alone. */
  takesSecrets?: true;
}

/** The end of a session, asked for by address. */
export const endSessionRoute: ProtocolRoute = {
  path: '/connect/endsession',
  methods: ['GET'],
  answers: 'page',
};

/** The metadata of the provider. */
export const discoveryRoute: ProtocolRoute = {
  path: '/.well-known/openid-configuration',
  methods: ['GET', 'OPTIONS'],
  answers: 'json',
};

/** The same metadata where RFC 8414 section 3.1 has it: before the path of the issuer. */
export const authorizationServerPath = '/.well-known/oauth-authorization-server/auth';

/** The endpoints and their paths; what is not here does not exist. */
export const protocolRoutes: ProtocolRoute[] = [
  { path: '/connect/authorize', methods: ['GET'], answers: 'page' },
  { path: '/connect/authorize/:uid', methods: ['GET'], answers: 'page' },
  { path: '/connect/par', methods: ['POST', 'OPTIONS'], answers: 'json', takesSecrets: true },
  { path: '/connect/token', methods: ['POST', 'OPTIONS'], answers: 'json', takesSecrets: true },
  { path: '/connect/userinfo', methods: ['GET', 'POST', 'OPTIONS'], answers: 'json' },
  { path: '/connect/revocation', methods: ['POST', 'OPTIONS'], answers: 'json', takesSecrets: true },
  { path: '/connect/introspect', methods: ['POST', 'OPTIONS'], answers: 'json', takesSecrets: true },
  endSessionRoute,
  { path: '/connect/endsession/confirm', methods: ['POST'], answers: 'page' },
  { path: '/connect/endsession/success', methods: ['GET'], answers: 'page' },
  discoveryRoute,
  { path: '/.well-known/openid-configuration/jwks', methods: ['GET', 'OPTIONS'], answers: 'json' },
];

/** The same paths by the names that the library has for them. */
export const routeNames = {
  authorization: '/connect/authorize',
  pushed_authorization_request: '/connect/par',
  token: '/connect/token',
  userinfo: '/connect/userinfo',
  revocation: '/connect/revocation',
  introspection: '/connect/introspect',
  end_session: '/connect/endsession',
  jwks: '/.well-known/openid-configuration/jwks',
};

/** Our own check of ID tokens, below the issuer. */
export const identityTokenValidationPath = '/connect/identitytokenvalidation';

/** Our own frame for session monitoring, below the issuer. */
export const checkSessionPath = '/connect/checksession';

/** Our own page that asks the user whether a client may have what it asks for. */
export const consentPath = (uid: string): string => `/auth/consent/${uid}`;

/** Our own sign-in page, also below the issuer. */
export const signInPath = (uid: string): string => `/auth/sign-in/${uid}`;
