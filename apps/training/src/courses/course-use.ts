import type { FieldError } from '@safety/contracts';
import { archivedRow } from '@safety/persistence';
import type { Course } from './course.entity.js';

/** The errors of a course that begins nothing new any more. */
export function unusable({ archived, status }: Course, pointer = '/courseId'): FieldError[] {
  if (archived) return [archivedRow(pointer, 'course')];
  if (status !== 'retired') return [];
  return [{ pointer, code: 'not-allowed', detail: 'The course is retired.' }];
}
