import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { SETTINGS } from '@safety/platform';
import type { GatewaySettings } from '../config.js';
import { Cors } from '../cors/cors.js';
import { pageOf, redirectPage, redirectScript, startScriptOf } from './page.js';
import { withAddresses } from './places.js';
import { type PublicText, publicHeaders, publicRoutes, publicText, sendText } from './public-routes.js';

const HTML = 'text/html; charset=utf-8';
const SCRIPT = 'text/javascript; charset=utf-8';
const DOCUMENT = new URL('openapi.json', import.meta.url);

/** The files of the package that the page loads, by their names below `/docs`, and their types. */
const FILES: Record<string, string> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': SCRIPT,
  'favicon-32x32.png': 'image/png',
};
/** A module of this folder that runs in the page. */
const MODULE = 'local-references.js';

/**
 * Serves `/openapi.json`, and at `/docs` a page to read it and to try calls. The document is kept once
 * somebody has asked for it; files of the package are read anew each time.
 */
export function attachReference(app: NestFastifyApplication): void {
  const settings = app.get<GatewaySettings>(SETTINGS);
  const cors = app.get(Cors);
  const get = publicRoutes(app);
  const require = createRequire(import.meta.url);
  const policy = securityHeaders(settings);

  let document: Promise<PublicText> | undefined;
  const readDocument = async () => publicText(withAddresses(await readFile(DOCUMENT, 'utf8'), settings));
  get('/openapi.json', async (request, reply) => {
    cors.allow(request, reply);
    document ??= readDocument().catch((error) => {
      document = undefined;
      throw error;
    });
    return sendText(request, reply.headers(policy), 'application/json; charset=utf-8', await document);
  });
  const texts: Record<string, [type: string, text: string]> = {
    '/docs': [HTML, pageOf()],
    '/docs/start.js': [SCRIPT, startScriptOf(settings)],
    '/docs/oauth2-redirect.html': [HTML, redirectPage],
    '/docs/oauth2-redirect.js': [SCRIPT, redirectScript],
  };
  for (const [path, [type, text]] of Object.entries(texts)) {
    const served = publicText(text);
    get(path, (request, reply) => sendText(request, reply.headers(policy), type, served));
  }
  const files = Object.entries(FILES).map(([name, type]) => ({
    name,
    type,
    file: require.resolve(`swagger-ui-dist/${name}`),
  }));
  files.push({ name: MODULE, type: SCRIPT, file: fileURLToPath(new URL(MODULE, import.meta.url)) });
  for (const { name, type, file } of files) {
    get(`/docs/${name}`, (_, reply) =>
      reply
        .headers({ ...publicHeaders, ...policy })
        .type(type)
        .send(createReadStream(file)),
    );
  }
}

/**
 * The page runs no script but its own, and asks nobody but the suite. Styles in elements are the library's
 * way.
 */
function securityHeaders({ AUTH_URL, ACCOUNTS_API_URL, BASE_URL }: GatewaySettings): Record<string, string> {
  const addresses = new Set([AUTH_URL, ACCOUNTS_API_URL, BASE_URL].map((address) => new URL(address).origin));
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src 'self' data:",
      "font-src 'self' data:",
      `connect-src 'self' ${[...addresses].join(' ')}`,
      "form-action 'none'",
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'cross-origin-opener-policy': 'same-origin',
  };
}
