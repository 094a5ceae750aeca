import { type ChangePage, type CompanyContext, covers, reachOf } from '@safety/contracts';

/**
 * Whether the caller may see the establishment of an org structure: it names the person who certifies, and an
 * EIN. Those who write the org structure do, so that what they read can be sent back.
 */
export const maySeeEstablishment = (
  company: CompanyContext,
  { pathIds }: { pathIds: readonly string[] },
): boolean => covers(reachOf(company, 'orgstructures.write'), pathIds);

/** The same whether there is an establishment or not. */
export const redacted = { establishment: null, redactedFields: ['/establishment'] };

/** Changes without the values of establishments. */
export const withoutEstablishment = (changes: ChangePage['data']): ChangePage['data'] =>
  changes.map((change) => ({
    ...change,
    members: change.members.map((member) =>
      member.member === 'establishment' ? { ...member, from: null, to: null, redacted: true } : member,
    ),
  }));
