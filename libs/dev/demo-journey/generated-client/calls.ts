import createClient, { type Client } from 'openapi-fetch';
// Generated from /openapi.json of a running suite, into the folder to which a test copies this file.
import type { components, paths } from './api.js';

/** The results of the calls. */
export interface Shown {
  company: string;
  created: { status: string; etag: string | null };
  isListed: boolean;
  reduced: string[][] | undefined;
  unchanged: number;
  patched: { name: string | undefined; durationMinutes: number | null | undefined };
  stale: { status: number; currentVersion: number | undefined };
  refusal: { status: number; code: string; pointers: (string | undefined)[] };
}

/**
 * Works with the API as an application does that has nothing but the document: every type below comes from
 * it.
 */
export async function callTheApi(baseUrl: string, accessToken: string): Promise<Shown> {
  const api = createClient<paths>({
    baseUrl,
    headers: { authorization: `Bearer ${accessToken}` },
    // Lists in a query are written with commas.
    querySerializer: { array: { style: 'form', explode: false } },
  });
  const { data: mine, error: noCompany } = await api.GET('/accounts/companies/me');
  const [company] = mine?.data ?? [];
  if (!company) throw new Error(noCompany?.code ?? 'The user has no company');

  const header = { 'x-company-context': company.id };
  const { data: places } = await api.GET('/api/orgstructures', {
    params: { header, query: { limit: 1 } },
  });
  const [place] = places?.data ?? [];
  if (!place) throw new Error('The company has no place');

  const hazard: components['schemas']['HazardAdd'] = {
    title: 'Unguarded belt',
    description: 'The guard of belt 3 is missing.',
    hazardType: 'mechanical',
    orgStructureId: place.id,
    identifiedAt: new Date().toISOString(),
  };
  const created = await api.POST('/api/hazards', { params: { header }, body: hazard });
  if (created.error) throw new Error(`${created.error.code}: ${created.error.detail}`);

  const { id, status } = created.data;
  const listed = await api.GET('/api/hazards', {
    params: { header, query: { ids: [id], status: ['approved'] } },
  });
  const titles = await api.GET('/api/hazards', {
    params: { header, query: { ids: [id], status: ['approved', 'closed'], fields: ['title', 'dueDate'] } },
  });
  const etag = created.response.headers.get('etag');
  const read = await api.GET('/api/hazards/{id}', { params: { header, path: { id } } });
  const known = { 'if-none-match': read.response.headers.get('etag') ?? '' };
  const again = await api.GET('/api/hazards/{id}', {
    params: { header: { ...header, ...known }, path: { id } },
  });

  const course = await api.POST('/api/courses', {
    params: { header },
    body: {
      code: crypto.randomUUID(),
      name: 'Ladders',
      category: 'workAtHeight',
      deliveryMethod: 'online',
      durationMinutes: 60,
    },
  });
  if (course.error) throw new Error(`${course.error.code}: ${course.error.detail}`);
  const change = {
    params: {
      header: { ...header, 'if-match': course.response.headers.get('etag') ?? '' },
      path: { id: course.data.id },
    },
    headers: { 'content-type': 'application/merge-patch+json' },
  };
  const patched = await api.PATCH('/api/courses/{id}', {
    ...change,
    body: { name: 'Ladders and steps', durationMinutes: null },
  });
  const stale = await api.PATCH('/api/courses/{id}', { ...change, body: { name: 'Steps' } });

  const refused = await api.POST('/api/hazards', { params: { header }, body: { ...hazard, title: 'x' } });
  if (!refused.error) throw new Error('A title of one letter was taken');
  return {
    company: company.name ?? 'not among the fields',
    created: { status, etag },
    isListed: listed.data?.data.some((row) => row.id === id && row.title === hazard.title) ?? false,
    reduced: titles.data?.data.map((row) => Object.keys(row).sort()),
    unchanged: again.response.status,
    patched: { name: patched.data?.name, durationMinutes: patched.data?.durationMinutes },
    stale: { status: stale.response.status, currentVersion: stale.error?.currentVersion },
    refusal: {
      status: refused.response.status,
      code: refused.error.code,
      pointers: refused.error.errors?.map(({ pointer }) => pointer) ?? [],
    },
  };
}

/** Calls that the compiler refuses; it is never run. */
export function refusedByTheCompiler(
  api: Client<paths>,
  header: { 'x-company-context': string },
  hazard: components['schemas']['HazardAdd'],
  id: string,
): unknown[] {
  return [
    // @ts-expect-error there is no such path
    api.GET('/api/ghosts'),
    // @ts-expect-error a company has to be named
    api.GET('/api/hazards'),
    // @ts-expect-error there is no such filter
    api.GET('/api/hazards', { params: { header, query: { colour: 'red' } } }),
    // @ts-expect-error there is no such status
    api.GET('/api/hazards', { params: { header, query: { status: ['nope'] } } }),
    // @ts-expect-error there is no such member to return
    api.GET('/api/hazards', { params: { header, query: { fields: ['colour'] } } }),
    // @ts-expect-error a number of rows is no text
    api.GET('/api/hazards', { params: { header, query: { limit: '1' } } }),
    // @ts-expect-error a course has a name
    api.PATCH('/api/courses/{id}', { params: { header, path: { id } }, body: { name: null } }),
    // @ts-expect-error there is no such kind of hazard
    api.POST('/api/hazards', { params: { header }, body: { ...hazard, hazardType: 'ghost' } }),
    // @ts-expect-error a hazard has a title
    api.POST('/api/hazards', { params: { header }, body: { ...hazard, title: undefined } }),
  ];
}
