import { type ArgumentsHost, Catch } from '@nestjs/common';
import { ProblemFilter, pathOf, prefersHtml } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePath } from '../../paths/console.js';
import { identityTokenValidationPath, protocolRoutes } from '../../paths/protocol.js';
import { ConsoleErrorFilter } from './console-error.filter.js';
import { ConsoleVisits } from './console-visits.js';

/** They answer programs, whatever `Accept` says. */
const forPrograms: ReadonlySet<string> = new Set(
  protocolRoutes
    .filter(({ answers }) => answers === 'json')
    .map(({ path }) => path)
    .concat(identityTokenValidationPath)
    .map((path) => `/auth${path}`),
);

/**
 * For what goes wrong before a handler is reached, or where there is none: who follows a wrong link in a
 * browser, or sends what no page can read, gets a page, in the console within its frame. Programs get the
 * problem.
 */
@Catch()
export class ProblemPageFilter extends ProblemFilter {
  private readonly pages = new ConsoleErrorFilter();

  constructor(private readonly visits: ConsoleVisits) {
    super();
  }

  override catch(thrown: unknown, host: ArgumentsHost): ReturnType<ProblemFilter['catch']> {
    if (host.getType() !== 'http' || !isOfPerson(host.switchToHttp().getRequest<FastifyRequest>()))
      return super.catch(thrown, host);
    void this.showPage(thrown, host);
    return undefined;
  }

  private async showPage(thrown: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    // When it cannot be found out who asks, the page has no frame.
    if (pathIn(request).startsWith(`${consolePath}/`))
      await this.visits.begin(request, reply).catch(() => {});
    reply.header('vary', 'accept, accept-language');
    await this.pages.catch(thrown, host);
  }
}

const pathIn = ({ url }: FastifyRequest): string => pathOf(url).toLowerCase().replace(/\/$/, '');

function isOfPerson(request: FastifyRequest): boolean {
  const path = pathIn(request);
  return path.startsWith('/auth') && !forPrograms.has(path) && prefersHtml(request.raw);
}
