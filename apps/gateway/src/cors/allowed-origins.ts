import { z } from 'zod';

const isOrigin = (text: string): boolean =>
  /^https?:\/\/[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text;

/**
 * Reads origins as browsers write them (RFC 6454 section 6.2): scheme, host in lower case, and a port that is
 * not the default one. A wildcard is none of them: every page that anybody opens could call the API then.
 */
export const allowedOriginsSetting = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((origin) => origin.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.string().refine(isOrigin, 'must be origins such as https://app.example, without a path')));
