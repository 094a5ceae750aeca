import type { Document, Operation } from './merge-documents.js';

type Row = Readonly<Record<string, unknown>>;

/** The member by which rows below a row of a collection name it. */
const NAMED_BY: Readonly<Record<string, string>> = { personnel: 'personnelId', classes: 'classId' };

/**
 * Gives each parameter of a path the value that its row has in the example of an answer; where the path goes
 * on to rows below, that of the row to which the example of these belongs.
 */
export function addPathExamples(paths: Document['paths']): void {
  for (const [path, item] of Object.entries(paths)) {
    for (const parameter of Object.values(item).flatMap(({ parameters = [] }) => parameters)) {
      const { name = '' } = parameter;
      if (parameter['in'] !== 'path') continue;
      const [collection = '', rest = ''] = path.split(`/{${name}}`);
      const row = rowAt(paths, collection, name);
      const below = rowOf(paths[`${collection}/{${name}}/${rest.split('/')[1]}`]);
      const namedBy = NAMED_BY[collection.slice(collection.lastIndexOf('/') + 1)] ?? '';
      parameter['example'] = below?.[namedBy] ?? row[name] ?? row['id'];
    }
  }
}

/** A row of a collection: the one of its own, else the first of its list. */
function rowAt(paths: Document['paths'], collection: string, name: string): Row {
  const row = rowOf(paths[`${collection}/{${name}}`]) ?? rowOf(paths[collection]);
  if (!row) throw new Error(`No answer has a row of ${collection} as its example`);
  return row;
}

/** The row of the example of an answer, or the first one of its list. */
function rowOf(item: Record<string, Operation> = {}): Row | undefined {
  const example = Object.values(item)
    .flatMap(({ responses }) => Object.values(responses['200']?.content ?? {}))
    .map((content) => content.example as Row & { data?: Row[] })
    .at(0);
  return example?.data?.[0] ?? example;
}
