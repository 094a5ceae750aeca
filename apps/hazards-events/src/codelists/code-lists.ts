import { Injectable } from '@nestjs/common';
import {
  type CodeListName,
  type CompanyContext,
  type codeListSchema,
  type EsawVariable,
  type FieldError,
  usualRiskBands,
} from '@safety/contracts';
import type { z } from 'zod';
import { type CodeList, listedCode } from './code-list.js';
import { esawCauseLists } from './data/esaw-cause.js';
import { esawInjuryLists } from './data/esaw-injury.js';
import { esawPlaceLists } from './data/esaw-place.js';
import { hazardTypeList } from './data/hazard-types.js';
import { oiicsLists } from './data/oiics.js';
import { riddorAccidentKindList } from './data/riddor.js';
import { riskBandList } from './data/risk-bands.js';

const lists = new Map(
  [
    ...oiicsLists,
    ...esawPlaceLists,
    ...esawCauseLists,
    ...esawInjuryLists,
    hazardTypeList,
    riddorAccidentKindList,
    riskBandList,
  ].map((list) => [list.name, list] as const),
);

/** A code that a body holds, and where. */
export interface NamedCode {
  pointer: string;
  scheme: 'oiics' | 'esaw' | 'custom';
  code: string;
  /** The member that holds the code. */
  of: CodedMember;
}

/** The list of each coded member, by scheme. */
const listsOfMembers = {
  natureOfInjury: { oiics: 'nature', esaw: 'esawTypeOfInjury' },
  bodyParts: { oiics: 'bodyParts', esaw: 'esawPartOfBody' },
  eventOrExposure: { oiics: 'eventOrExposure', esaw: 'esawContactMode' },
  sourceOfInjury: { oiics: 'source', esaw: 'esawAgent' },
  secondarySource: { oiics: 'source', esaw: 'esawAgent' },
} as const satisfies Record<string, Record<'oiics' | 'esaw', CodeListName>>;
export type CodedMember = keyof typeof listsOfMembers;

const listsOfVariables: Readonly<Record<EsawVariable, CodeListName>> = {
  workstation: 'esawWorkstation',
  workingEnvironment: 'esawWorkingEnvironment',
  workingProcess: 'esawWorkingProcess',
  specificPhysicalActivity: 'esawSpecificPhysicalActivity',
  agentOfActivity: 'esawAgent',
  deviation: 'esawDeviation',
  agentOfDeviation: 'esawAgent',
  contactMode: 'esawContactMode',
  agentOfContact: 'esawAgent',
};

const unknownCode = (pointer: string, name: CodeListName): FieldError => ({
  pointer,
  code: 'invalid-enum',
  detail: `Is no code of the list ${name}.`,
});

/** The lists of codes, and the check of codes in bodies. */
@Injectable()
export class CodeLists {
  all(company: CompanyContext): z.input<typeof codeListSchema>[] {
    return [...lists.values()].map((list) => view(company, list));
  }

  find(company: CompanyContext, name: CodeListName): z.input<typeof codeListSchema> {
    const list = lists.get(name);
    if (!list) throw new Error(`There is no code list ${name}`);
    return view(company, list);
  }

  /** The errors of codes that are in none of the lists; a company's own codes are not checked. */
  faults(codes: readonly NamedCode[]): FieldError[] {
    return codes.flatMap(({ pointer, scheme, code, of }) =>
      scheme === 'custom' ? [] : check(`${pointer}/code`, listsOfMembers[of][scheme], code),
    );
  }

  esawFaults(pointer: string, variables: Readonly<Record<EsawVariable, string | null>>): FieldError[] {
    return Object.entries(listsOfVariables).flatMap(([variable, name]) => {
      const code = variables[variable as EsawVariable];
      return code === null ? [] : check(`${pointer}/${variable}`, name, code);
    });
  }
}

function check(pointer: string, name: CodeListName, code: string): FieldError[] {
  const list = lists.get(name);
  return list && listedCode(list, code) ? [] : [unknownCode(pointer, name)];
}

/** The English label that a list has for a code; none for a code of the company itself. */
export function englishLabel(of: CodedMember, { scheme, code }: Pick<NamedCode, 'scheme' | 'code'>): string {
  const list = scheme === 'custom' ? undefined : lists.get(listsOfMembers[of][scheme]);
  return (list && listedCode(list, code)?.labels.en) ?? '';
}

function view({ riskBands = usualRiskBands }: CompanyContext, list: CodeList) {
  const { name, labels, scheme, source, sourceDate, detail, codes } = list;
  const begins: Readonly<Record<string, number>> = { low: 1, ...riskBands };
  return {
    name,
    labels,
    scheme,
    source,
    sourceDate,
    detailPattern: detail?.pattern.source ?? null,
    codes: codes.map((code) => ({
      ...code,
      minimumScore: name === 'riskBands' ? (begins[code.code] ?? null) : null,
    })),
  };
}
