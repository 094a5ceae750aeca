import { decodeProtectedHeader } from 'jose';
import type Provider from 'oidc-provider';
import type { Client } from 'oidc-provider';
import { idTokenAlgorithms, isTypeOfIdTokens } from '../../keys/id-token-header.js';

/**
 * An `id_token_hint` counts after its client was registered for the other algorithm, too: clients send the
 * ID token of the sign-in. The library knows the algorithm of now alone, and takes tokens of any type.
 */
export function overrideIdTokenHints(IdToken: Provider['IdToken']): void {
  const { validate } = IdToken;
  IdToken.validate = async (token, client) => {
    const { alg, typ } = decodeProtectedHeader(token);
    const algorithm = idTokenAlgorithms.find((one) => one === alg);
    if (!algorithm || !isTypeOfIdTokens(typ)) throw new Error('The token is not an ID token of ours');
    const asSigned: Client = Object.create(client, { idTokenSignedResponseAlg: { value: algorithm } });
    return validate(token, asSigned);
  };
}
