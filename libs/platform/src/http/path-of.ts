/** The path of a request target, without its query. */
export function pathOf(url: string): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

/** Whether all escapes in a part of an address are UTF-8: decoders read others differently (RFC 3629). */
export function isUtf8(escaped: string): boolean {
  if (!escaped.includes('%')) return true;
  try {
    decodeURIComponent(escaped);
    return true;
  } catch {
    return false;
  }
}
