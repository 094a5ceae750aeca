/** Header that names the one company a business call works in. */
export const COMPANY_CONTEXT_HEADER = 'x-company-context';
/** Header with the id of a request, as logs, problems and recorded changes name it. */
export const REQUEST_ID_HEADER = 'x-request-id';
/** Header that names the version of the business API, one of `apiVersions`. */
export const API_VERSION_HEADER = 'api-version';
/** Header by which a repeated write is answered as the first one was. */
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';
/** Header of such an answer: `true`. */
export const IDEMPOTENCY_REPLAYED_HEADER = 'idempotency-replayed';

/**
 * The versions of the business API that `Api-Version` may name, oldest first. `1.3` is another name of 1.3.0.
 */
export const apiVersions = ['1.2', '1.3', '1.3.0', '1.3.1'] as const;
/** The version that answers without `Api-Version`. */
export const newestApiVersion = '1.3.1' satisfies ApiVersion;

export type ApiVersion = (typeof apiVersions)[number];

/** A version in which an operation may differ from the newest one. */
export type OlderApiVersion = Exclude<ApiVersion, '1.3' | typeof newestApiVersion>;

/**
 * The versions that still answer and are going to be removed, each with its days in UTC (RFC 9745, RFC 8594).
 */
export const deprecatedApiVersions: Partial<Record<ApiVersion, { since: string; sunset: string }>> = {
  '1.2': { since: '2026-11-01', sunset: '2027-11-01' },
};

/** Whether a version is `other` or older than it. */
export const isUpTo = (version: ApiVersion, other: ApiVersion): boolean =>
  apiVersions.indexOf(version) <= apiVersions.indexOf(other);
