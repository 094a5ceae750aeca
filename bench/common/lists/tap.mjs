// Loaded into each service: tells at a socket of its own which statements a request sends. It listens to them
// between /start and /stop alone, so that a measured request pays nothing.
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const statements = [];
const listen = ({ text, values }) => statements.push({ text, values });

// Threads load it too, and share the process id.
if (isMainThread)
  createServer((request, response) => {
    if (request.url === '/start') {
      statements.length = 0;
      subscribe('safety:statement', listen);
      response.end();
    } else {
      unsubscribe('safety:statement', listen);
      response.end(JSON.stringify(statements));
    }
  })
    .listen(join(process.env.STATEMENTS_FOLDER, `${process.pid}.sock`))
    .unref();
