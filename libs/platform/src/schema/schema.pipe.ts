import type { ArgumentMetadata, PipeTransform } from '@nestjs/common';
import { readableBody } from '../http/api/unreadable-body.js';
import { notFound } from '../problems/problem-error.js';
import { bodyProblem, queryProblem, type SchemaIssue } from './issues.js';

/**
 * Checks every body, query and path parameter by the schema of its decorator and passes on the parsed value.
 */
export class SchemaPipe implements PipeTransform {
  async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    if (!metadata.schema) return value;
    const result = await metadata.schema['~standard'].validate(readableBody(value));
    if (!result.issues) return result.value;
    const issues = result.issues as readonly SchemaIssue[];
    if (metadata.type === 'param') throw notFound('resource');
    throw metadata.type === 'query' ? queryProblem(issues, value) : bodyProblem(issues, value);
  }
}
