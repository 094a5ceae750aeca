import { alike } from './alike.js';
import type { Operation, Parameter } from './merge-documents.js';

const header = (name: string, description: string): Parameter => ({
  in: 'header',
  name,
  description,
  schema: { type: 'string' },
});

/** A parameter of fewer operations is about their rows, as most filters are. */
const SHARED_BY = 10;

/** Headers that each request may carry, as components. */
const ofEveryRequest = {
  // Without a pattern: another value is not refused.
  RequestId: header(
    'x-request-id',
    'An id of your own for the request, of up to 64 of `A-Z a-z 0-9 . _ -`; with none, or any other, it gets a new one.',
  ),
  AcceptLanguage: header('accept-language', 'The language of `title` in problems: en, es, ru, kk or nl.'),
};
/** And those that a read of a version may carry. */
const ofVersionedReads = { IfNoneMatch: header('if-none-match', 'The `ETag` of what you have already.') };

/** Says what every request may carry. */
export function describeSharedParameters(operation: Operation): void {
  const own = operation.parameters?.map(saidOnce).map(described) ?? [];
  operation.parameters = [...own, ...Object.keys(ofEveryRequest).map(reference)];
}

/**
 * Takes the parameters that many operations have alike out of them. They become components, by name. Where
 * several of one name differ, it is the one that most operations have.
 */
export function shareParameters(operations: readonly Operation[]): Record<string, Parameter> {
  const uses = operations.flatMap(({ parameters = [] }) =>
    parameters.flatMap((parameter, at) => (parameter.$ref ? [] : [{ parameters, parameter, at }])),
  );
  const shared: Record<string, Parameter> = { ...ofEveryRequest, ...ofVersionedReads };
  for (const group of alike(uses, ({ parameter }) => parameter, SHARED_BY)) {
    const [{ parameter }] = group;
    const name = nameOf(parameter);
    if (shared[name]) continue;
    shared[name] = parameter;
    for (const { parameters, at } of group) parameters[at] = reference(name);
  }
  return shared;
}

const reference = (name: string): Parameter => ({ $ref: `#/components/parameters/${name}` });

/** `x-company-context` is `CompanyContext`. */
const nameOf = ({ name = '' }: Parameter): string =>
  name.replace(/^x-/, '').replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());

/** Ids in paths; the summary of the operation says which row. */
const idsInPaths = new Map([
  ['id', 'The id of the row.'],
  ['contactId', 'The id of the emergency contact.'],
]);

const described = (parameter: Parameter): Parameter => {
  const description = parameter['in'] === 'path' && idsInPaths.get(parameter.name ?? '');
  return description ? { description, ...parameter } : parameter;
};

/** Without the description of its schema where that is its own. */
function saidOnce(parameter: Parameter): Parameter {
  const { description, ...schema } = parameter.schema ?? {};
  return description !== undefined && description === parameter.description
    ? { ...parameter, schema }
    : parameter;
}
