/** Header that names the one company a business call works in. */
export const COMPANY_CONTEXT_HEADER = 'x-company-context';
export const REQUEST_ID_HEADER = 'x-request-id';
export const API_VERSION_HEADER = 'api-version';
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
export const IDEMPOTENCY_REPLAYED_HEADER = 'idempotency-replayed';

/** The versions of the business API that can be asked for with `Api-Version`, oldest first. */
export const apiVersions = ['1.3.0', '1.3.1'] as const;
export const newestApiVersion = apiVersions[apiVersions.length - 1] as (typeof apiVersions)[number];
