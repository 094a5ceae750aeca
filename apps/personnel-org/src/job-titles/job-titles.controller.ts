import { Controller } from '@nestjs/common';
import { BusinessApi, Requires, RequiresEverywhere, resourceHandlers } from '@safety/auth-guard';
import { jobTitleSchema, listJobTitlesSchema, saveJobTitleSchema } from '@safety/contracts';
import { Resource, Since } from '@safety/platform';
import { JobTitlesService } from './job-titles.service.js';

const Handlers = resourceHandlers({
  row: jobTitleSchema,
  query: listJobTitlesSchema,
  body: saveJobTitleSchema,
  // The paths are those of the specification.
  paths: { list: 'jobtitles', row: 'jobtitle' },
  reads: Requires('associates.read'),
  // Job titles count in the whole company.
  writes: RequiresEverywhere('associates.write'),
  etag: 'version and content',
  errors: { restore: ['duplicate'] },
});

@Controller('associate')
@Since('1.3.0')
@Resource({ one: 'a job title', many: 'job titles', group: 'associates' })
@BusinessApi()
export class JobTitlesController extends Handlers {
  constructor(titles: JobTitlesService) {
    super(titles);
  }
}
