const ESCAPE = /%[0-9A-Fa-f]{2}/g;
const UNRESERVED = /[A-Za-z0-9_~-]/;

/**
 * Any path without needless escapes, to tell what a refused one was meant for; only a normalised one leads
 * anywhere.
 */
export function unescapedPath(path: string): string {
  return path.replace(ESCAPE, (octet) => {
    const character = String.fromCharCode(Number.parseInt(octet.slice(1), 16));
    return UNRESERVED.test(character) ? character : octet.toUpperCase();
  });
}
