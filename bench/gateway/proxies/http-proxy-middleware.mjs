import { Agent } from 'node:http';
import express from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { checkToken } from './check-token.mjs';

const app = express();
app.use('/api', (request, response, next) => {
  checkToken(request).then(
    () => next(),
    () => response.sendStatus(401),
  );
});
app.use(
  '/api',
  createProxyMiddleware({ target: process.env.UPSTREAM_URL, agent: new Agent({ keepAlive: true }) }),
);
const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
