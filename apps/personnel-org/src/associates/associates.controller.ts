import { Controller, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires, resourceHandlers } from '@safety/auth-guard';
import {
  associateSchema,
  type CompanyContext,
  listAssociatesSchema,
  type SaveAssociate,
  saveAssociateSchema,
} from '@safety/contracts';
import { type IdentifiedChange, Resource, Returns, Since, TakesChange } from '@safety/platform';
import { AssociatesService } from './associates.service.js';

const WRITE_TERMS =
  'It has to count at each org structure of the associate; for one of none, in the whole company.';

const Handlers = resourceHandlers({
  row: associateSchema,
  query: listAssociatesSchema,
  body: saveAssociateSchema,
  // The paths are those of the specification.
  paths: { list: 'details', row: '' },
  reads: Requires('associates.read'),
  writes: Requires('associates.write', WRITE_TERMS),
  etag: 'version and content',
  errors: { restore: ['archived', 'duplicate'] },
  without: ['replace', 'patch'],
});

@Controller('associate')
@Since('1.3.0')
@Resource({
  one: 'an associate',
  many: 'associates',
  about: 'Associates work with a company without being on its personnel: contractors, visitors and others.',
})
@BusinessApi()
export class AssociatesController extends Handlers {
  constructor(private readonly associates: AssociatesService) {
    super(associates);
  }

  /** The specification puts the id into the body. */
  @Put()
  @Requires('associates.write', WRITE_TERMS)
  @Returns(associateSchema, { errors: ['duplicate'] })
  replace(
    @Company() company: CompanyContext,
    @TakesChange(saveAssociateSchema, { idIn: 'body' }) change: IdentifiedChange<SaveAssociate>,
  ) {
    return this.associates.change(company, change.id, change);
  }
}
