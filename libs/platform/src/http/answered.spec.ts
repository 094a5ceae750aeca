import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type FastifyInstance, fastify } from 'fastify';
import { type Answered, noteProblem, watchAnswers, whenAnswered } from './answered.js';

let server: FastifyInstance;
let url: string;
let tell: (answered: Answered) => void = () => undefined;

/** As it is told of the next request that is over. */
const next = (): Promise<Answered> => new Promise((resolve) => (tell = resolve));

beforeAll(async () => {
  server = fastify();
  watchAnswers(server);
  server.addHook('onRequest', async ({ url }) => {
    if (url === '/refused-early') throw new Error('Not like this');
  });
  whenAnswered(server, (answered) => tell(answered));
  server.get('/whole/:id', async () => 'whole');
  server.get('/refused', (_request, reply) => {
    noteProblem(reply, { code: 'not-found' });
    return reply.status(404).send('');
  });
  server.get('/never', (_request, reply) => {
    reply.hijack();
    server.server.emit('asked for ever');
  });
  server.get('/half', (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200, { 'content-length': '100' }).write('half');
  });
  url = await server.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

it('tells of a whole answer, with the pattern of its route', async () => {
  const answered = next();
  await fetch(`${url}/whole/1`);
  expect(await answered).toMatchObject({ method: 'GET', route: '/whole/:id', status: 200 });
  expect((await answered).problem).toBeUndefined();
});

it('tells why a request was refused', async () => {
  const answered = next();
  await fetch(`${url}/refused`);
  expect(await answered).toMatchObject({ status: 404, problem: 'not-found' });
});

it('tells of a request that a hook refuses, behind which no other one runs', async () => {
  const answered = next();
  await fetch(`${url}/refused-early`);
  expect(await answered).toMatchObject({ route: 'none', status: 500 });
});

it('tells of a client that did not wait for its answer, without a status', async () => {
  const answered = next();
  const asked = request(`${url}/never`).on('error', () => undefined);
  const arrived = once(server.server, 'asked for ever');
  asked.end();
  await arrived;
  asked.destroy();
  expect(await answered).toMatchObject({ route: '/never', status: undefined, problem: 'client-left' });
});

it('tells of an answer that ended half-way', async () => {
  const answered = next();
  const asked = request(`${url}/half`).end();
  const [answer] = await once(asked, 'response');
  answer.on('error', () => undefined).destroy();
  expect(await answered).toMatchObject({ route: '/half', status: 200, problem: 'broken-off' });
});
