/** Deeper bodies overflow the stack of recursive validators. */
const MAX_DEPTH = 32;
/**
 * Each member is a key to keep and to look up by whatever walks the body. The largest good body, the training
 * requirements of an item, has 2,000 elements of twelve.
 */
const MAX_MEMBERS = 30_000;
/** Those elements with 50 job titles each. */
const MAX_VALUES = 130_000;

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, END_OF_LIST, OBJECT, END_OF_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];

/** The index of the quotation mark that ends the string which begins at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

/**
 * Tells in one sentence of which there is too much in a JSON text, if anything. Parsing takes many times as
 * long as this, and comes before any guard, so it reads the bytes; whether they are JSON is for the parser.
 */
export function jsonExcess(bytes: Uint8Array): string | undefined {
  let [depth, members, values] = [0, 0, 1];
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfString(bytes, at);
        break;
      case LIST:
      case OBJECT:
        if (++depth > MAX_DEPTH) return `The body is nested deeper than ${MAX_DEPTH} levels.`;
        values++;
        break;
      case END_OF_LIST:
      case END_OF_OBJECT:
        depth--;
        break;
      case COMMA:
        values++;
        break;
      case COLON:
        members++;
        break;
    }
    if (members > MAX_MEMBERS) return `The body has more than ${MAX_MEMBERS} members; send fewer.`;
    if (values > MAX_VALUES) return `The body has more than ${MAX_VALUES} values; send fewer.`;
  }
  return;
}
