import { z } from 'zod';
import { listQuery } from '../http/list.js';
import { resource, saved } from '../http/resource.js';
import { line, optional } from '../http/text.js';

const writable = {
  name: line(150).describe('Unique among those that are not archived, whatever its case.'),
  code: optional(line(50)),
  description: optional(line(500)),
};

const readOnly = {
  associateCount: z
    .int()
    .describe('Associates that hold it and are not archived, as far as the caller sees them.'),
};

/** A job title that associates can hold. */
export const jobTitleSchema = resource('JobTitle', writable, readOnly);
export type JobTitle = z.input<typeof jobTitleSchema>;

export const saveJobTitleSchema = saved('SaveJobTitle', writable, readOnly);
export type SaveJobTitle = z.infer<typeof saveJobTitleSchema>;

export const listJobTitlesSchema = listQuery({
  sort: ['name'],
  defaultSort: 'name',
  search: ['name', 'code'],
  filters: {},
});
