import { createHash } from 'node:crypto';

/**
 * Answers `client_id session_state` with unchanged, changed or error, to the origin that asked. Where the
 * browser keeps the cookie from frames of other sites, it is an error: "changed" would sign people out.
 */
const scriptFor = (cookie: string): string => `
addEventListener('message', async ({ data, origin, source }) => {
  const tell = (answer) => source.postMessage(answer, origin);
  if (!source || origin === 'null') return;
  const [clientId, sessionState, ...more] = typeof data === 'string' ? data.split(' ') : [];
  const [digest, salt] = (sessionState || '').split('.');
  if (!clientId || !salt || more.length > 0 || !crypto.subtle) return tell('error');
  if (document.hasStorageAccess && !(await document.hasStorageAccess())) return tell('error');
  const state = document.cookie.split('; ').find((pair) => pair.startsWith('${cookie}='))?.slice(${cookie.length + 1});
  const text = new TextEncoder().encode([clientId, origin, state, salt].join(' '));
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', text));
  const current = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  tell(state && current === digest ? 'unchanged' : 'changed');
});
`;

/** The page of the frame, and the SHA-256 of its script in base64 for the Content-Security-Policy. */
export function checkSessionDocument(cookie: string): { html: string; scriptDigest: string } {
  const script = scriptFor(cookie);
  return {
    html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Session</title><script>${script}</script></html>`,
    scriptDigest: createHash('sha256').update(script).digest('base64'),
  };
}
