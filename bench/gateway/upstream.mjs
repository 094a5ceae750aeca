// Stands for a service: takes requests from the socket and answers every one with the same bytes, so
// that it costs next to nothing beside what is measured. It waits for bodies, as services do.
import { createServer } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';
const CONTENT_LENGTH = /\r\ncontent-length: *(\d+)/i;
/** More than the buffers of two sockets hold over Ethernet, so that who does not read it is felt. */
const LARGE_BYTES = 1024 * 1024;

const answerOf = (type, body) =>
  Buffer.from(
    `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    'latin1',
  );
const large = answerOf('text/plain', 'x'.repeat(LARGE_BYTES));
let rows;

const server = createServer({ noDelay: true }, (socket) => {
  let received = '';
  socket.on('error', () => socket.destroy());
  socket.on('data', (chunk) => {
    received += chunk.latin1Slice();
    for (let length = requestLength(received); length > 0; length = requestLength(received)) {
      socket.write(received.startsWith('GET /courses/large') ? large : rows);
      received = received.slice(length);
    }
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
// The list that training answers is known only when it runs, and the gateway needs this address before.
process.on('message', (list) => {
  rows = answerOf('application/json; charset=utf-8', Buffer.from(list).latin1Slice());
  process.send('ready');
});

/** Characters of the first request, or 0 when it is not all there. */
function requestLength(received) {
  const head = received.indexOf(END_OF_HEAD);
  if (head === -1) return 0;
  const body = Number(CONTENT_LENGTH.exec(received.slice(0, head))?.[1] ?? 0);
  const length = head + END_OF_HEAD.length + body;
  return received.length < length ? 0 : length;
}
