import { Controller, Options, Post, Req, Res } from '@nestjs/common';
import { isPreflight, methodNotAllowed, Public, TakesBody } from '@safety/platform';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mayCallFrom } from '../clients/calling-origin.js';
import { Clients } from '../clients/clients.js';
import { identityTokenValidationPath } from '../paths/protocol.js';
import { allow, answerPreflight, forbid } from './cross-origin.js';
import { IdTokenVerifier, InvalidIdToken } from './id-token-verifier.js';

const field = z.string().catch('');
const formSchema = z.object({ client_id: field, token: field }).catch({ client_id: '', token: '' });
type Form = z.infer<typeof formSchema>;

/** Checks an ID token for clients that cannot, or would rather not, do it themselves. */
@Controller(`auth${identityTokenValidationPath}`)
export class IdentityTokenValidationController {
  constructor(
    private readonly clients: Clients,
    private readonly verifier: IdTokenVerifier,
  ) {}

  @Post()
  @Public()
  async validate(
    @TakesBody(formSchema) form: Form,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    allow(request, reply);
    const { status, body } = await this.answer(form, request, reply);
    await reply
      .status(status)
      .header('cache-control', 'no-store')
      .type('application/json')
      .send(JSON.stringify(body));
  }

  @Options()
  @Public()
  async askBefore(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    if (!isPreflight(request)) throw methodNotAllowed(['POST']);
    await answerPreflight(request, reply);
  }

  private async answer(
    { client_id: clientId, token }: Form,
    { headers: { origin } }: FastifyRequest,
    reply: FastifyReply,
  ): Promise<{ status: number; body: object }> {
    if (!clientId) return refusal('invalid_request', 'client_id is missing or given twice');
    if (!token) return refusal('invalid_request', 'token is missing or given twice');
    const client = await this.clients.find(clientId);
    if (!client) return refusal('invalid_client', 'there is no such client');
    if (origin !== undefined && !mayCallFrom(origin, client.redirectUris)) {
      forbid(reply);
      return refusal('invalid_request', 'the client may not be called for from this origin');
    }
    try {
      return { status: 200, body: await this.verifier.verify(token, clientId) };
    } catch (error) {
      if (error instanceof InvalidIdToken) return refusal('invalid_token', error.message);
      throw error;
    }
  }
}

const refusal = (error: string, description: string) => ({
  status: 400,
  body: { error, error_description: description },
});
