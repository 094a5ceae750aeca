import { Readable } from 'node:stream';
import { Controller, Get, Req, Res } from '@nestjs/common';
import { notFound } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { consolePaths } from '../../../paths/console.js';
import { isWrongQuery } from '../../api/api-refusal.js';
import type { Answer } from '../../visit/visit.js';
import type { Refused } from '../form/refused.js';
import { type FilterFaults, refusedFilter, wrongFilter } from '../form/refused-filter.js';
import { withQuery } from '../query.js';
import { CompanyPages, CurrentCompany } from '../visit/company-pages.js';
import type { CompanyVisit } from '../visit/company-visit.js';
import { changeFilterOf, isBackwards, parametersOf } from './change-filter.js';
import { changesPage } from './changes.page.js';
import { type FoundChanges, namesIn, userIdOf } from './found-changes.js';

/** On one page. */
const LIMIT = 25;

const unknownAuthor = ({ text }: CompanyVisit): Refused =>
  wrongFilter(text, { by: text.faults.noSuchPerson });

function faultsOf({ text }: CompanyVisit): FilterFaults {
  const { choose, invalidFormat } = text.faults;
  return {
    resource: ['resource', choose],
    operation: ['operation', choose],
    changedFrom: ['from', invalidFormat],
    changedTo: ['to', invalidFormat],
    // Of these the page shows no field.
    rowId: ['row', `${text.row}: ${invalidFormat}`],
    clientId: ['client', `${text.client}: ${invalidFormat}`],
  };
}

/** The audit trail of a company: who changed users, roles and settings. */
@Controller(`${consolePaths.companies}/:companyId/changes`)
@CompanyPages()
export class ChangesController {
  @Get()
  async list(@CurrentCompany() company: CompanyVisit, @Req() { query }: FastifyRequest): Promise<Answer> {
    company.demand('company');
    const filter = changeFilterOf(query as Record<string, unknown>);
    const author = filter.by === '' ? undefined : await userIdOf(company, filter.by);
    if (filter.by !== '' && author === undefined)
      return company.show(changesPage(company, { filter, refused: unknownAuthor(company) }), 422);
    if (isBackwards(filter)) {
      const refused = wrongFilter(company.text, { to: company.text.faults.beforeFrom });
      return company.show(changesPage(company, { filter, refused }), refused.status);
    }
    try {
      const found = await company.accounts.get<FoundChanges>('/audit', {
        ...parametersOf(filter, author, company.locale),
        limit: LIMIT,
        cursor: filter.cursor || undefined,
      });
      const names = await namesIn(company, found);
      return company.show(changesPage(company, { filter, found, names }));
    } catch (error) {
      // A cursor that is over begins the list again.
      if (isWrongQuery(error) && filter.cursor !== '')
        return company.goTo(withQuery(company.paths.changes, { ...filter, cursor: '' }));
      const refused = refusedFilter(error, company.text, faultsOf(company));
      return company.show(changesPage(company, { filter, refused }), refused.status);
    }
  }

  /** The same changes, all of them, as accounts streams them. */
  @Get('export')
  async export(
    @CurrentCompany() company: CompanyVisit,
    @Req() { query }: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    company.demand('company');
    const filter = changeFilterOf(query as Record<string, unknown>);
    const author = filter.by === '' ? undefined : await userIdOf(company, filter.by);
    if (filter.by !== '' && author === undefined) throw notFound('user');
    const { body } = await company.accounts.open(
      '/audit/export',
      parametersOf(filter, author, company.locale),
    );
    if (!body) throw new Error('The export has no body');
    void reply.headers({
      'cache-control': 'no-store',
      'content-type': 'application/x-ndjson',
      'content-disposition': 'attachment; filename="changes.ndjson"',
      'x-content-type-options': 'nosniff',
    });
    await reply.send(Readable.fromWeb(body));
  }
}
