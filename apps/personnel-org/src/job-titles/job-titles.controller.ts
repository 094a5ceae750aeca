import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type CompanyContext,
  jobTitleSchema,
  type ListJobTitles,
  listJobTitlesSchema,
  pageOf,
  type SaveJobTitle,
  saveJobTitleSchema,
} from '@safety/contracts';
import {
  type Change,
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsNothing,
  TakesBody,
  TakesChange,
  TakesId,
  TakesMergePatch,
  TakesQuery,
} from '@safety/platform';
import { JobTitlesService } from './job-titles.service.js';

/** The list is at `jobtitles`, one of them at `jobtitle`: the paths are those of the specification. */
@Controller('associate')
@Resource({
  one: 'a job title',
  many: 'job titles',
  group: 'associates',
})
@BusinessApi()
export class JobTitlesController {
  constructor(private readonly titles: JobTitlesService) {}

  @Get('jobtitles')
  @Requires('associates.read')
  @Returns(pageOf(jobTitleSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listJobTitlesSchema) query: ListJobTitles) {
    return this.titles.page(company, query);
  }

  @Post('jobtitle')
  @Requires('associates.write')
  @Returns(jobTitleSchema, { status: 201, errors: ['duplicate'] })
  add(@Company() company: CompanyContext, @TakesBody(saveJobTitleSchema) title: SaveJobTitle) {
    return this.titles.add(company, title);
  }

  @Get('jobtitle/:id')
  @Requires('associates.read')
  @Returns(jobTitleSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.titles.get(company, id);
  }

  @Put('jobtitle/:id')
  @Requires('associates.write')
  @Returns(jobTitleSchema, { errors: ['duplicate'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveJobTitleSchema) change: Change<SaveJobTitle>,
  ) {
    return this.titles.change(company, id, change);
  }

  @Patch('jobtitle/:id')
  @Requires('associates.write')
  @Returns(jobTitleSchema, { errors: ['duplicate'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveJobTitleSchema) change: Change<SaveJobTitle>,
  ) {
    return this.titles.change(company, id, change);
  }

  @Delete('jobtitle/:id')
  @Requires('associates.write')
  @ReturnsNothing()
  archive(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.titles.archive(company, id, precondition);
  }

  @Put('jobtitle/:id/restore')
  @Requires('associates.write')
  @Returns(jobTitleSchema, { errors: ['duplicate'] })
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.titles.restore(company, id, precondition);
  }
}
