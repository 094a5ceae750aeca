import { createPublicKey } from 'node:crypto';

/** HAProxy with one thread that verifies signature, issuer, audience and expiry of each request's token. */
export const haproxy = {
  program: 'haproxy',
  image: 'haproxy:3.2-alpine',
  command: (folder) => ['haproxy', '-db', '-f', `${folder}/haproxy.cfg`],
  files: (port, folder, { url, issuer, audience, key }) => ({
    'key.pem': createPublicKey({ key, format: 'jwk' }).export({ type: 'spki', format: 'pem' }),
    'haproxy.cfg': `
global
  nbthread 1
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  http-reuse always
frontend clients
  bind 127.0.0.1:${port}
  http-request set-var(txn.token) http_auth_bearer
  http-request set-var(txn.algorithm) var(txn.token),jwt_header_query('$.alg')
  http-request set-var(txn.expires) var(txn.token),jwt_payload_query('$.exp','int')
  http-request set-var(txn.now) date()
  http-request deny deny_status 401 unless { var(txn.algorithm) -m str ES256 }
  http-request deny deny_status 401 unless { var(txn.token),jwt_payload_query('$.iss') -m str ${issuer} }
  http-request deny deny_status 401 unless { var(txn.token),jwt_payload_query('$.aud') -m str ${audience} }
  http-request deny deny_status 401 unless { var(txn.expires),sub(txn.now) -m int gt 0 }
  http-request deny deny_status 401 unless { var(txn.token),jwt_verify(txn.algorithm,"${folder}/key.pem") 1 }
  http-request replace-path /api/(.*) /\\1
  default_backend service
backend service
  server one ${url.slice('http://'.length)}
`,
  }),
};
