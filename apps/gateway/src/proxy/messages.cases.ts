/**
 * A message that two readers could take for different ones, or that is no message, and what becomes of it.
 */
export interface RefusedMessage {
  /** With the section of the standard that speaks of it. */
  name: string;
  /** The bytes as they are sent; a whole request follows them. */
  bytes: string;
  status: number;
  code: string;
}

const HOST = 'Host: localhost';
const CHUNKED = 'Transfer-Encoding: chunked';
/** A reader that goes by the wrong length would take this for the next request. */
const HIDDEN = 'GET /auth/hidden HTTP/1.1\r\nHost: localhost\r\n\r\n';

const post = (headers: string[], body = '', ending = '\r\n'): string =>
  ['POST /auth/first HTTP/1.1', HOST, ...headers, '', body].join(ending);

const get = (headers: string[] = [], requestLine = 'GET /auth/first HTTP/1.1'): string =>
  [requestLine, HOST, ...headers, '', ''].join('\r\n');

const chunk = (size: string, data: string): string => `${size}\r\n${data}\r\n0\r\n\r\n`;

const bad = (name: string, bytes: string): RefusedMessage => ({
  name,
  bytes,
  status: 400,
  code: 'bad-request',
});

/** Every one is answered once and then closed on: nobody can tell where the next message begins. */
export const refusedMessages: RefusedMessage[] = [
  // How long a body is
  bad('both lengths (RFC 9112 6.3)', post(['Content-Length: 5', CHUNKED], `0\r\n\r\n${HIDDEN}`)),
  bad('both lengths, the other way round', post([CHUNKED, 'Content-Length: 5'], `0\r\n\r\n${HIDDEN}`)),
  bad('two lengths (RFC 9112 6.3)', post(['Content-Length: 0', 'Content-Length: 44'], HIDDEN)),
  bad('the same length twice (RFC 9110 8.6)', post(['Content-Length: 0', 'Content-Length: 0'])),
  bad('a list of lengths', post(['Content-Length: 0, 0'])),
  bad('a length with a sign', post(['Content-Length: +5'], 'hello')),
  bad('a negative length', post(['Content-Length: -1'])),
  bad('a length in hexadecimal', post(['Content-Length: 0x5'], 'hello')),
  bad('a length with a fraction', post(['Content-Length: 5.0'], 'hello')),
  bad('a length of no number', post(['Content-Length: five'], 'hello')),
  bad('a length without digits', post(['Content-Length:'])),
  bad('a length that no number holds', post([`Content-Length: ${'9'.repeat(30)}`], 'hello')),
  bad('an unknown coding (RFC 9112 6.1)', post(['Transfer-Encoding: xchunked'], HIDDEN)),
  bad('chunked not last (RFC 9112 6.3)', post(['Transfer-Encoding: chunked, identity'], chunk('5', 'hello'))),
  bad('chunked twice (RFC 9112 6.1)', post(['Transfer-Encoding: chunked, chunked'], chunk('5', 'hello'))),
  bad('two lines of codings, chunked first', post([CHUNKED, 'Transfer-Encoding: identity'], HIDDEN)),
  bad('a coding in quotes', post(['Transfer-Encoding: "chunked"'], chunk('5', 'hello'))),
  bad('a coding behind a vertical tab', post(['Transfer-Encoding: \x0bchunked'], chunk('5', 'hello'))),
  bad('a coding with NUL', post(['Transfer-Encoding: chunked\0'], chunk('5', 'hello'))),
  bad('a packed and chunked body', post(['Transfer-Encoding: gzip, chunked'], chunk('5', 'hello'))),
  bad(
    'chunked from a client of HTTP/1.0 (RFC 9112 6.1)',
    `POST /auth/first HTTP/1.0\r\n${HOST}\r\n${CHUNKED}\r\n\r\n${chunk('5', 'hello')}`,
  ),
  // Where a chunk ends
  bad('a chunk of no number', post([CHUNKED], chunk('g', 'hello'))),
  bad('a chunk with a sign', post([CHUNKED], chunk('+5', 'hello'))),
  bad('a chunk with 0x', post([CHUNKED], chunk('0x5', 'hello'))),
  bad('a chunk of a size that no number holds', post([CHUNKED], chunk('f'.repeat(17), 'hello'))),
  bad('a chunk that is longer than it says', post([CHUNKED], chunk('3', 'hello'))),
  bad('a chunk line that ends in LF alone (RFC 9112 7.1)', post([CHUNKED], '5\nhello\r\n0\r\n\r\n')),
  bad('a chunk that ends in LF alone', post([CHUNKED], '5\r\nhello\n0\r\n\r\n')),
  bad('a chunk extension with LF', post([CHUNKED], `5;a\nb\r\nhello\r\n0\r\n\r\n`)),
  bad('space before the size of a chunk', post([CHUNKED], chunk(' 5', 'hello'))),
  bad(
    'a length in a trailer (RFC 9110 6.5.1)',
    post([CHUNKED], '5\r\nhello\r\n0\r\nContent-Length: 44\r\n\r\n'),
  ),
  // Where a header ends
  bad('space before the colon (RFC 9112 5.1)', get(['Content-Length : 44'])),
  bad('a tab before the colon', get(['Transfer-Encoding\t: chunked'])),
  bad('a folded line (RFC 9112 5.2)', get(['Accept: a', ' b'])),
  bad('a line folded with a tab', get(['Accept: a', '\tTransfer-Encoding: chunked'])),
  bad('space before the first header (RFC 9112 2.2)', 'GET /auth/first HTTP/1.1\r\n Host: localhost\r\n\r\n'),
  bad('a header without a colon', get(['Transfer-Encoding'])),
  bad('a header without a name', get([': chunked'])),
  bad('a name with a space', get(['X Y: 1'])),
  bad('a name with parentheses (RFC 9110 5.6.2)', get(['X(Y): 1'])),
  bad('a name with NUL', get(['X\0Y: 1'])),
  bad('a name that is not ASCII', get(['X-\xe9: 1'])),
  bad('a value with NUL (RFC 9110 5.5)', get(['X-A: a\0b'])),
  bad('a value with CR alone', get(['X-A: a\rTransfer-Encoding: chunked'])),
  bad('a value with a control character', get(['X-A: a\x01b'])),
  bad('lines that end in LF alone (RFC 9112 2.2)', get().replaceAll('\r\n', '\n')),
  bad('one header that ends in LF alone', get(['X-A: a\nTransfer-Encoding: chunked'])),
  bad('lines that end in CR alone', get().replaceAll('\r\n', '\r')),
  // The request line
  bad('no version (HTTP/0.9)', 'GET /auth/first\r\n\r\n'),
  bad('a version that there is not', get([], 'GET /auth/first HTTP/1.2')),
  bad('a version in lower case (RFC 9112 2.3)', get([], 'GET /auth/first http/1.1')),
  bad('a version of three parts', get([], 'GET /auth/first HTTP/1.1.1')),
  bad('another protocol', get([], 'GET /auth/first RTSP/1.0')),
  bad('HTTP/2 without asking (RFC 9113 3.3)', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
  bad('TLS where HTTP is spoken', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  bad('a method in lower case (RFC 9110 9.1)', get([], 'get /auth/first HTTP/1.1')),
  bad('a method that there is not', get([], 'FETCH /auth/first HTTP/1.1')),
  bad('a method with a colon', get([], 'GET: /auth/first HTTP/1.1')),
  bad('a space in the path', get([], 'GET /auth/first /auth/hidden HTTP/1.1')),
  bad('a tab in the request line', get([], 'GET\t/auth/first HTTP/1.1')),
  bad('NUL in the path', get([], 'GET /auth/fir\0st HTTP/1.1')),
  bad('no path', get([], 'GET  HTTP/1.1')),
  {
    ...bad('a tunnel (RFC 9110 9.3.6)', get([], 'CONNECT localhost:80 HTTP/1.1')),
    status: 501,
    code: 'not-implemented',
  },
  {
    ...bad('more than 100 headers', get(Array.from({ length: 100 }, (_, index) => `X-${index}: a`))),
    status: 431,
    code: 'headers-too-large',
  },
  {
    ...bad('more headers than Node counts', get(Array(3000).fill('a:'))),
    status: 431,
    code: 'headers-too-large',
  },
  {
    ...bad('an address beyond 8 KiB (RFC 9110 15.5.15)', get([], `GET /auth/${'a'.repeat(8192)} HTTP/1.1`)),
    status: 414,
    code: 'uri-too-long',
  },
  {
    ...bad('headers beyond 16 KiB (RFC 6585 5)', get([`X-A: ${'a'.repeat(16 * 1024)}`])),
    status: 431,
    code: 'headers-too-large',
  },
  {
    ...bad(
      'chunk extensions beyond 16 KiB',
      post([CHUNKED], `5;${'a'.repeat(17 * 1024)}\r\nhello\r\n0\r\n\r\n`),
    ),
    status: 413,
    code: 'payload-too-large',
  },
];

/** Unusual, but only to be read in one way: answered, and then the request that follows. */
export const answeredMessages: [name: string, bytes: string][] = [
  ['an empty line before the request (RFC 9112 2.2)', `\r\n${get()}`],
  ['space around a value (RFC 9112 5)', get(['X-A: \t a \t '])],
  ['a value that is not ASCII (RFC 9110 5.5)', get(['X-A: \xe9'])],
  ['an empty value', get(['X-A:'])],
  ['GET with a body', get([`Content-Length: ${HIDDEN.length}`]) + HIDDEN],
  ['a body that looks like a request', post([`Content-Length: ${HIDDEN.length}`], HIDDEN)],
  ['the same in a chunk', post([CHUNKED], chunk(HIDDEN.length.toString(16), HIDDEN))],
  ['Chunked in capitals (RFC 9112 7)', post(['transfer-encoding: CHUNKED'], chunk('5', 'hello'))],
  ['a chunk with an extension (RFC 9112 7.1.1)', post([CHUNKED], chunk('5;a=b', 'hello'))],
  ['a chunk with leading zeros', post([CHUNKED], chunk('0005', 'hello'))],
  ['trailers (RFC 9112 7.1.2)', post([CHUNKED], '5\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n')],
  ['a length with leading zeros', post(['Content-Length: 005'], 'hello')],
  ['100-continue (RFC 9110 10.1.1)', post(['Expect: 100-continue', 'Content-Length: 5'], 'hello')],
];
