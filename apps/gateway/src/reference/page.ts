import { scopes } from '@safety/contracts';
import type { GatewaySettings } from '../config.js';

/** The page; what it does is in its script, because its policy runs no script in the page itself. */
export const pageOf = (): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Workplace Safety API</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<main id="reference"></main>
<noscript>
<h1>Workplace Safety API</h1>
<p>This page needs JavaScript. <a href="/openapi.json">The OpenAPI document</a> says the same.</p>
</noscript>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js" type="module"></script>
</body>
</html>
`;

/** Starts the page, with the client that people sign in with when there is one. */
export function startScriptOf({ AUTH_URL, DOCS_CLIENT_ID }: GatewaySettings): string {
  const options = {
    url: '/openapi.json',
    dom_id: '#reference',
    deepLinking: true,
    persistAuthorization: false,
    tryItOutEnabled: true,
    // Groups open on a click: hundreds of operations at once take a browser half a minute.
    docExpansion: 'none',
    // Otherwise it asks a service on the internet for a badge.
    validatorUrl: null,
    oauth2RedirectUrl: `${AUTH_URL}/docs/oauth2-redirect.html`,
  };
  const signIn = {
    clientId: DOCS_CLIENT_ID ?? '',
    scopes: ['openid', scopes.accounts, scopes.business].join(' '),
    usePkceWithAuthorizationCodeGrant: true,
  };
  return `import { resolved } from './local-references.js';
const options = ${JSON.stringify(options)};
${readQuickly}SwaggerUIBundle({ ...options, plugins: [readQuickly] }).initOAuth(${JSON.stringify(signIn)});
${takeAnswerOfSignIn}`;
}

/**
 * The viewer reads every document as YAML, and for each operation that is opened makes a model of the whole
 * of it, which takes seconds. The document is JSON, and refers to nothing but itself.
 */
const readQuickly = `const readQuickly = {
  fn: { resolveSubtree: async (document, path) => ({ spec: resolved(document, path), errors: [] }) },
  statePlugins: {
    spec: {
      wrapActions: {
        parseToJson: (_, { specActions }) => (text) => specActions.updateJsonSpec(JSON.parse(text)),
      },
    },
  },
};
`;

const CHANNEL = 'docs-sign-in';

/**
 * The sign-in page allows no window to keep hold of it (Cross-Origin-Opener-Policy), so what comes back from
 * it comes on a channel that only pages of this origin have.
 */
const takeAnswerOfSignIn = `new BroadcastChannel('${CHANNEL}').onmessage = ({ data }) => {
  const waiting = window.swaggerUIRedirectOauth2;
  const answer = new URLSearchParams(data);
  if (!waiting || answer.get('state') !== waiting.state) return;
  const { auth, redirectUrl } = waiting;
  const source = 'auth';
  if (answer.has('code')) {
    auth.code = answer.get('code');
    waiting.callback({ auth, redirectUrl });
  } else {
    const message = answer.get('error_description') ?? answer.get('error') ?? 'Nobody signed in.';
    waiting.errCb({ authId: auth.name, source, level: 'error', message });
  }
};
`;

/** The page that the sign-in returns to, in its own window. */
export const redirectPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Signed in</title>
</head>
<body>
<p>This window can be closed.</p>
<script src="/docs/oauth2-redirect.js"></script>
</body>
</html>
`;

export const redirectScript = `new BroadcastChannel('${CHANNEL}').postMessage(location.search);
history.replaceState(null, '', location.pathname);
window.close();
`;
