import { parse } from 'node:querystring';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { fastifyOf } from '@safety/platform';

const FORM = 'application/x-www-form-urlencoded';
const MAX_FORM_BYTES = 56 * 1024;

/** Our own endpoints take forms and nothing else. */
export function acceptForms(app: NestFastifyApplication): void {
  const fastify = fastifyOf(app);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    FORM,
    { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
    (_request, body, done) => {
      done(null, { ...parse(String(body)) });
    },
  );
}
