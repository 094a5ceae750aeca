import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { originHeaders } from '@safety/platform';
import type { FastifyInstance } from 'fastify';
import type { CustomFetchOptions } from 'openid-client';

/**
 * Sends requests to this service itself without a network: the public address need not be reachable from
 * inside, and no other replica is involved. They pass the same router and the same checks as requests from
 * outside.
 */
@Injectable()
export class InProcess {
  constructor(private readonly adapter: HttpAdapterHost) {}

  async fetch(address: string, { method, headers, body }: CustomFetchOptions): Promise<Response> {
    const { pathname, search, protocol } = new URL(address);
    const fastify = this.adapter.httpAdapter.getInstance<FastifyInstance>();
    const answer = await fastify.inject({
      method: method as 'GET' | 'POST',
      url: pathname + search,
      headers: {
        ...headers,
        // Nothing was in between to read it: as good as the scheme of the address.
        'x-forwarded-proto': protocol.slice(0, -1),
        ...originHeaders(),
      },
      ...(body !== undefined && body !== null && { payload: String(body) }),
    });
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: Object.entries(answer.headers).flatMap(([name, value]) =>
        value === undefined ? [] : [value].flat().map((item): [string, string] => [name, String(item)]),
      ),
    });
  }
}
