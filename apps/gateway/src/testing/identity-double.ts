import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Revocation } from '@safety/contracts';
import { listen } from '@safety/testing';

const JWKS_PATH = '/auth/.well-known/openid-configuration/jwks';

/** Identity as the gateway sees it: keys, revocations, and everything below /auth. */
export interface IdentityDouble {
  url: string;
  /** The content of the next snapshot. */
  revocations: Revocation[];
  /** Whether it answers 503 in place of a snapshot. */
  isAway: boolean;
  /** How often it was asked for a snapshot that the gateway had already. */
  unchanged: number;
  /** How often the keys were read. */
  keyReads: number;
  /** Whether the keys of the issuer are published no more. */
  hidesKeys: boolean;
  /** Keys published beside those of the issuer. */
  moreKeys: object[];
  close(): Promise<void>;
}

/** Publishes the keys of the issuer at `issuerUrl`; everything that is not internal goes to `handle`. */
export async function startIdentityDouble(
  issuerUrl: string,
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<IdentityDouble> {
  const sendJson = (response: ServerResponse, body: unknown) =>
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
  const sendKeys = async (response: ServerResponse) => {
    double.keyReads++;
    const { keys } = (await (await fetch(issuerUrl)).json()) as { keys: object[] };
    sendJson(response, { keys: [...(double.hidesKeys ? [] : keys), ...double.moreKeys] });
  };
  const sendRevocations = ({ headers }: IncomingMessage, response: ServerResponse) => {
    const etag = `"${hash('sha256', JSON.stringify(double.revocations), 'base64url')}"`;
    if (!double.isAway && headers['if-none-match'] === etag) {
      double.unchanged++;
      response.writeHead(304, { etag }).end();
      return;
    }
    response.statusCode = double.isAway ? 503 : 200;
    response.setHeader('etag', etag);
    sendJson(response, { revocations: double.revocations });
  };
  const listener = await listen((request, response) => {
    if (request.url === JWKS_PATH) void sendKeys(response);
    else if (request.url === '/internal/revocations') sendRevocations(request, response);
    else handle(request, response);
  });
  const double: IdentityDouble = {
    ...listener,
    revocations: [],
    isAway: false,
    unchanged: 0,
    keyReads: 0,
    hidesKeys: false,
    moreKeys: [],
  };
  return double;
}
