// Loaded into each service: tells at a socket of its own which statements a request sends. It listens to them
// between /start and /stop alone, so that a measured request pays nothing; statements of jobs that run beside
// the request are none of its own.
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

const statements = [];
const ofRequest = new AsyncLocalStorage();
const enter = () => ofRequest.enterWith(true);
const listen = ({ text, values }) => {
  if (ofRequest.getStore()) statements.push({ text, values });
};

// Threads load it too, and share the process id.
if (isMainThread)
  createServer((request, response) => {
    if (request.url === '/start') {
      statements.length = 0;
      subscribe('http.server.request.start', enter);
      subscribe('safety:statement', listen);
      response.end();
    } else {
      unsubscribe('http.server.request.start', enter);
      unsubscribe('safety:statement', listen);
      response.end(JSON.stringify(statements));
    }
  })
    .listen(join(process.env.STATEMENTS_FOLDER, `${process.pid}.sock`))
    .unref();
