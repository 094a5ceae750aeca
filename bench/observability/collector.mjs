// Takes what is exported, reads it, and throws it away: a process of its own, so that it takes no time of
// what is measured.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  request.resume().on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
