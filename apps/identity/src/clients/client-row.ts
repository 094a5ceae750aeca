/** SQL of one client as `ApiClient`, without its secrets. */
export const clientColumns = `
  id, company_id AS "companyId", version, name, disabled_at IS NOT NULL AS disabled,
  COALESCE(auth_method, CASE WHEN confidential THEN 'client_secret' ELSE 'none' END) AS "authMethod", jwks,
  id_token_signed_response_alg AS "idTokenSignedResponseAlg",
  grant_types AS "grantTypes", scopes, redirect_uris AS "redirectUris",
  post_logout_redirect_uris AS "postLogoutRedirectUris", logout_uri AS "logoutUri",
  backchannel_logout_uri AS "backchannelLogoutUri", access_token_seconds AS "accessTokenSeconds",
  refresh_token_seconds AS "refreshTokenSeconds", keeps_offline_access AS "keepsOfflineAccess"`;

/** SQL of the digests of a client's secrets, older first. */
export const secretDigests = `
  COALESCE((SELECT json_agg(json_build_object(
              'id', client_secrets.id, 'sha256', translate(rtrim(encode(sha256, 'base64'), '='), '+/', '-_'),
              'expiresAt', expires_at) ORDER BY created_at, slot)
            FROM client_secrets WHERE client_id = clients.id), '[]') AS secrets`;
