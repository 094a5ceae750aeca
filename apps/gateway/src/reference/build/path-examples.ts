import type { Document, Operation } from './merge-documents.js';

type Row = Readonly<Record<string, unknown>>;

/** Gives each parameter of a path the value that its row has in the example of an answer. */
export function addPathExamples(paths: Document['paths']): void {
  for (const [path, item] of Object.entries(paths)) {
    for (const parameter of Object.values(item).flatMap(({ parameters = [] }) => parameters)) {
      const { name = '' } = parameter;
      if (parameter['in'] !== 'path') continue;
      const row = rowAt(paths, path.slice(0, path.indexOf(`/{${name}}`)), name);
      parameter['example'] = row[name] ?? row['id'];
    }
  }
}

/** A row of a collection: the one of its own, else the first of its list. */
function rowAt(paths: Document['paths'], collection: string, name: string): Row {
  const own = exampleOf(paths[`${collection}/{${name}}`]);
  const { data } = (exampleOf(paths[collection]) ?? {}) as { data?: Row[] };
  const row = own ?? data?.[0];
  if (!row) throw new Error(`No answer has a row of ${collection} as its example`);
  return row;
}

const exampleOf = (item: Record<string, Operation> = {}): Row | undefined =>
  Object.values(item)
    .flatMap(({ responses }) => Object.values(responses['200']?.content ?? {}))
    .map(({ example }) => example as Row)
    .at(0);
