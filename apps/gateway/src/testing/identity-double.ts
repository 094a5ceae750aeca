import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Revocation, revocationPagesPath } from '@safety/contracts';
import { listen } from '@safety/testing';

const JWKS_PATH = '/auth/.well-known/openid-configuration/jwks';

/** Identity as the gateway sees it: keys, revocations, and everything below /auth. */
export interface IdentityDouble {
  url: string;
  /** The content of the next snapshot. */
  revocations: Revocation[];
  /** Whether it answers 503 in place of a snapshot. */
  isAway: boolean;
  /** How many revocations a page has. */
  pageSize: number;
  /** How often it was asked for what is new, and nothing was. */
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
  const sendRevocations = ({ url = '' }: IncomingMessage, response: ServerResponse) => {
    const { revocations, pageSize, isAway } = double;
    const position = hash('sha256', JSON.stringify(revocations), 'base64url');
    const [known, from = '0'] = new URL(url, 'http://double').searchParams.get('after')?.split('.') ?? [];
    const isUnchanged = known === position && from === '0';
    if (isUnchanged && !isAway) double.unchanged++;
    const begin = known === position ? Number(from) : 0;
    const end = begin + pageSize;
    response.statusCode = isAway ? 503 : 200;
    sendJson(response, {
      revocations: isUnchanged ? [] : revocations.slice(begin, end),
      next: !isUnchanged && end < revocations.length ? `${position}.${end}` : null,
      position,
    });
  };
  const listener = await listen((request, response) => {
    if (request.url === JWKS_PATH) void sendKeys(response);
    else if (request.url?.startsWith(revocationPagesPath)) sendRevocations(request, response);
    else handle(request, response);
  });
  const double: IdentityDouble = {
    ...listener,
    revocations: [],
    pageSize: 2,
    isAway: false,
    unchanged: 0,
    keyReads: 0,
    hidesKeys: false,
    moreKeys: [],
  };
  return double;
}
