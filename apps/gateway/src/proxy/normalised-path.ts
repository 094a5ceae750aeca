import { isUtf8 } from '@safety/platform';
import { ambiguousPath } from '../errors/refusals.js';
import { unescapedPath } from '../paths/unescaped-path.js';

/**
 * Segments of plain characters (RFC 3986 section 3.3), none of them `.` or `..`; an empty one only at the
 * end.
 */
const PLAIN_PATH = /^\/$|^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._~!$&'()*+,=:@-]+)+\/?$/;
const ENCODED_PATH = /^(?:\/(?!\.{1,2}(?:\/|$))(?:[A-Za-z0-9._~!$&'()*+,=:@-]|%[0-9A-Fa-f]{2})+)+\/?$/;

/**
 * Control characters, `%`, `.`, `/`, `;` and `\` in hexadecimal: who decodes them sees other segments than we
 * do.
 */
const FORBIDDEN_ESCAPE = /%(?:[01][0-9A-F]|25|2E|2F|3B|5C|7F)/i;

/**
 * The one form of a path that is matched with the route table and sent on, so that the gateway and the
 * service cannot read two different paths: unreserved characters are not escaped (RFC 3986 section 6.2.2.2),
 * and whatever could stand for another path is refused with 400 rather than resolved.
 */
export function normalisedPath(path: string): string {
  if (PLAIN_PATH.test(path)) return path;
  if (!ENCODED_PATH.test(path) || FORBIDDEN_ESCAPE.test(path) || !isUtf8(path)) throw ambiguousPath();
  return unescapedPath(path);
}
