import { API_VERSION_HEADER, apiVersions, newestApiVersion } from '@safety/contracts';
import { ProblemError } from '../../problems/problem-error.js';

/** The version that a request asks for with `Api-Version`; the newest when it does not say. */
export function requestedApiVersion(header: string | string[] | undefined): string {
  if (header === undefined) return newestApiVersion;
  const version = apiVersions.find((known) => known === header);
  if (version) return version;
  throw new ProblemError('unsupported-api-version', {
    detail: `Known versions are ${apiVersions.join(', ')}.`,
    errors: [
      { header: API_VERSION_HEADER, code: 'invalid-enum', detail: `Must be of ${apiVersions.join(', ')}.` },
    ],
    extensions: { supportedVersions: [...apiVersions] },
  });
}
