import { createHash } from 'node:crypto';

const HALF = 15;

/** The half of an id that stands for a person or a course, as in the columns `standing_key`. */
const halfOf = (id: string): string =>
  createHash('sha256')
    .update(Buffer.from(id.replaceAll('-', ''), 'hex'))
    .digest('hex')
    .slice(0, HALF);

/**
 * The id of the standing of a person in a course: the same for good, before there is any row of it. A UUID of
 * version 8 (RFC 9562 section 5.8) with a half for each, so that it leads back to both by an index.
 */
export function standingId(personnelId: string, courseId: string): string {
  const [person, course] = [halfOf(personnelId), halfOf(courseId)];
  return [
    person.slice(0, 8),
    person.slice(8, 12),
    `8${person.slice(12)}`,
    `a${course.slice(0, 3)}`,
    course.slice(3),
  ].join('-');
}

/** The halves of the id of a standing. */
export function standingKeys(id: string): { personKey: string; courseKey: string } {
  const [time = '', middle = '', person = '', course = '', node = ''] = id.split('-');
  return { personKey: time + middle + person.slice(1), courseKey: course.slice(1) + node };
}
