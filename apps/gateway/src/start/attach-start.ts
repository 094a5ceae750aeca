import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { languageOf, prefersHtml, SETTINGS } from '@safety/platform';
import type { GatewaySettings } from '../config.js';
import { Cors } from '../cors/cors.js';
import { pagePolicy } from '../page.js';
import { publicRoutes, publicText, sendText } from '../reference/public-routes.js';
import { apiCatalog, CATALOG_PATH, CATALOG_TYPE, linkToCatalog, publicLinks } from './api-catalog.js';
import { demoMailbox } from './demo-mailbox.js';
import { startPage } from './start.page.js';

/** Serves `/`: a page for browsers, and for programs the catalog, which has its well-known address too. */
export function attachStart(app: NestFastifyApplication): void {
  const settings = app.get<GatewaySettings>(SETTINGS);
  const cors = app.get(Cors);
  const get = publicRoutes(app);
  const links = publicLinks(settings);
  const catalog = publicText(apiCatalog(links));
  const hasDemo = demoMailbox(settings);

  get(CATALOG_PATH, (request, reply) => {
    cors.allow(request, reply);
    return sendText(request, reply.header('link', linkToCatalog(links)), CATALOG_TYPE, catalog);
  });
  get('/', async (request, reply) => {
    cors.allow(request, reply);
    void reply.headers({ link: linkToCatalog(links), vary: 'accept, accept-language, origin' });
    if (!prefersHtml(request.raw)) return sendText(request, reply, CATALOG_TYPE, catalog);
    const language = languageOf(request.raw);
    void reply.headers({ 'content-language': language, 'content-security-policy': pagePolicy });
    const page = publicText(startPage(language, links, await hasDemo()));
    return sendText(request, reply, 'text/html; charset=utf-8', page);
  });
}
