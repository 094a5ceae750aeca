import { STATUS_CODES } from 'node:http';
import type { ProblemCode } from '@safety/contracts';
import { alike } from './alike.js';
import type { Answer, Operation } from './merge-documents.js';

/** An answer of fewer operations says something particular, and stays with them. */
const SHARED_BY = 3;
/** How names of answers call problems that come together. */
const WORDS: Partial<Record<ProblemCode, string>> = {
  'company-context-forbidden': 'Company',
  'company-context-invalid': 'Company',
  'company-context-missing': 'Company',
  'company-context-multiple': 'Company',
  'malformed-json': 'Body',
  'unknown-field': 'Body',
  'validation-failed': 'Body',
};
const CODES = /^- `([a-z-]+)`/gm;

interface Use {
  operation: Operation;
  status: string;
  answer: Answer;
}

/**
 * Takes the refusals, and the answers without a body, out of operations that have them alike. They become
 * components, by name: repeated in each operation they would be two thirds of the document.
 */
export function shareAnswers(operations: readonly Operation[]): Record<string, Answer> {
  const uses = operations.flatMap((operation) =>
    Object.entries(operation.responses)
      .filter(([status]) => !status.startsWith('2'))
      .map(([status, answer]): Use => ({ operation, status, answer })),
  );
  const shared: Record<string, Answer> = {};
  for (const [status, ofStatus] of Map.groupBy(uses, (use) => use.status)) {
    const groups = alike(ofStatus, ({ answer }) => answer, SHARED_BY);
    const usual = codesOfAll(groups.map(([{ answer }]) => answer));
    for (const group of groups) {
      const [{ answer }] = group;
      const name = nameOf(status, answer, usual);
      if (shared[name]) throw new Error(`${name} is the name of two answers that differ`);
      shared[name] = answer;
      for (const { operation } of group)
        operation.responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return shared;
}

/** `ConflictArchivedReplayable`: the status, and how it differs from other answers of that status. */
function nameOf(status: string, answer: Answer, usual: ReadonlySet<string>): string {
  const title = STATUS_CODES[status]?.replaceAll(' ', '') ?? 'OtherRefusal';
  const words = codesOf(answer)
    .filter((code) => !usual.has(code))
    .map((code) => WORDS[code] ?? wordOf(code));
  const headers = { Replayable: 'Idempotency-Replayed', Deprecated: 'Deprecation' };
  const marks = Object.entries(headers).filter(([, header]) => answer.headers?.[header]);
  return [title, ...new Set(words), ...marks.map(([mark]) => mark)].join('');
}

/** The problems that each of the answers may have. */
function codesOfAll([first, ...others]: readonly Answer[]): ReadonlySet<string> {
  const rest = others.map((answer) => new Set(codesOf(answer)));
  return new Set(first && codesOf(first).filter((code) => rest.every((codes) => codes.has(code))));
}

const codesOf = ({ description = '' }: Answer): ProblemCode[] =>
  [...description.matchAll(CODES)].map(([, code]) => code as ProblemCode);

/** `invalid-cursor` is `InvalidCursor`. */
const wordOf = (code: string): string => code.replaceAll(/(?:^|-)(.)/g, (_, letter) => letter.toUpperCase());
