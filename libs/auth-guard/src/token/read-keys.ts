import { importJWK, type JSONWebKeySet, type JWK } from 'jose';
import type { HttpAnswer } from '../http-answer.js';

/**
 * The keys that identity publishes in an answer. Throws when no key is usable, and when the key `id` is
 * missing.
 */
export async function readKeys(answer: HttpAnswer, id?: string): Promise<JWK[]> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`);
  const keys = await usableKeys((await answer.json()) as JSONWebKeySet);
  if (keys.length === 0) throw new Error(`${answer.url} has no key`);
  if (id !== undefined && !keys.some(({ kid }) => kid === id))
    throw new Error(`${answer.url} has no key ${id}`);
  return keys;
}

/** The keys of a set that can verify ES256. An unusable set must not replace working keys. */
async function usableKeys({ keys }: JSONWebKeySet): Promise<JWK[]> {
  const elliptic = keys.filter(({ kty, crv }) => kty === 'EC' && crv === 'P-256');
  const imported = await Promise.allSettled(elliptic.map((key) => importJWK(key, 'ES256')));
  return elliptic.filter((_, index) => imported[index]?.status === 'fulfilled');
}
