import { Controller, Get } from '@nestjs/common';
import { BusinessApi, Company, ForEveryMember } from '@safety/auth-guard';
import {
  type CodeListName,
  type CompanyContext,
  codeListInPathSchema,
  codeListSchema,
  codeListsSchema,
  type ListCodeLists,
  listCodeListsSchema,
} from '@safety/contracts';
import { Resource, Returns, TakesParam, TakesQuery } from '@safety/platform';
import { CodeLists } from './code-lists.js';

@Controller('codelists')
@Resource({
  one: 'a code list',
  many: 'code lists',
  about: 'Code lists are what coded members of hazards and events may hold, with labels in each language.',
})
@BusinessApi()
export class CodeListsController {
  constructor(private readonly lists: CodeLists) {}

  @Get()
  @ForEveryMember()
  @Returns(codeListsSchema, { etag: 'content' })
  list(@Company() company: CompanyContext, @TakesQuery(listCodeListsSchema) _query: ListCodeLists) {
    return { data: this.lists.all(company) };
  }

  @Get(':name')
  @ForEveryMember()
  @Returns(codeListSchema, { etag: 'content' })
  get(@Company() company: CompanyContext, @TakesParam('name', codeListInPathSchema) name: CodeListName) {
    return this.lists.find(company, name);
  }
}
