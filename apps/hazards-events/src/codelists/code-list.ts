import type { CodeListName, codeSchemes, Language } from '@safety/contracts';

export interface Code {
  code: string;
  labels: Readonly<Record<Language, string>>;
}

export interface CodeList {
  name: CodeListName;
  labels: Readonly<Record<Language, string>>;
  /** The scheme of the codes in bodies; none for a list of the company itself. */
  scheme: (typeof codeSchemes)[number] | null;
  /** The publication that the codes come from, and the day of that edition. */
  source: string;
  sourceDate: string | null;
  codes: readonly Code[];
  /** How codes that are more detailed than those listed look, and the listed code that each belongs to. */
  detail: { pattern: RegExp; parentOf: (code: string) => string } | null;
}

const labelled = ([en = '', es = '', ru = '', kk = '', nl = '']: string[]): Record<Language, string> => ({
  en,
  es,
  ru,
  kk,
  nl,
});

/** Labels in the order of the languages: English, Spanish, Russian, Kazakh, Dutch. */
export const labelsOf = (line: string): Record<Language, string> =>
  labelled(line.split('|').map((text) => text.trim()));

/** One code a line, with its labels in the same order. */
export const codesOf = (lines: string): Code[] =>
  lines
    .trim()
    .split('\n')
    .map((line) => {
      const [code = '', ...labels] = line.split('|').map((text) => text.trim());
      return { code, labels: labelled(labels) };
    });

/** The code of a list, or the listed one that it is a detail of; nothing where the list knows neither. */
export function listedCode({ codes, detail }: CodeList, code: string): Code | undefined {
  const parent = detail?.pattern.test(code) ? detail.parentOf(code) : code;
  return codes.find((listed) => listed.code === code) ?? codes.find((listed) => listed.code === parent);
}
