// Versions of the suite: those of Semantic Versioning 2.0.0 without build metadata. Tags of images and labels
// of Kubernetes have no room for its `+`.

const NUMBER = '(?:0|[1-9]\\d*)';
const IDENTIFIER = `(?:${NUMBER}|\\d*[A-Za-z-][\\dA-Za-z-]*)`;
const VERSION = new RegExp(`^(${NUMBER}\\.${NUMBER}\\.${NUMBER})(?:-(${IDENTIFIER}(?:\\.${IDENTIFIER})*))?$`);

export const isVersion = (text) => VERSION.test(text);

/** The precedence of two versions, for sort: SemVer 2.0.0, section 11. */
export function compareVersions(one, other) {
  const [[, core, before], [, otherCore, otherBefore]] = [VERSION.exec(one), VERSION.exec(other)];
  const byCore = compareLists(core, otherCore);
  if (byCore !== 0) return byCore;
  if (before === undefined || otherBefore === undefined)
    return Number(before === undefined) - Number(otherBefore === undefined);
  return compareLists(before, otherBefore);
}

function compareLists(one, other) {
  const [identifiers, others] = [one.split('.'), other.split('.')];
  for (const [index, identifier] of identifiers.entries()) {
    if (index >= others.length) return 1;
    const order = compareIdentifiers(identifier, others[index]);
    if (order !== 0) return order;
  }
  return identifiers.length - others.length;
}

/** Numbers by their value, and below words; words in the order of ASCII. */
function compareIdentifiers(one, other) {
  const [isNumber, otherIsNumber] = [one, other].map((identifier) => /^\d+$/.test(identifier));
  if (isNumber !== otherIsNumber) return isNumber ? -1 : 1;
  if (isNumber) return Number(BigInt(one) - BigInt(other));
  return Number(one > other) - Number(one < other);
}
