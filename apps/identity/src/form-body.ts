import { parse } from 'node:querystring';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { MAX_FORM_BYTES } from '@safety/contracts';
import { fastifyOf } from '@safety/platform';

const FORM = 'application/x-www-form-urlencoded';

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
