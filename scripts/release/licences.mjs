// Licences of what an image holds. One that nobody has looked at stops a release.

/** Permissive ones, whose texts stay in the image. */
const ALLOWED = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'BlueOak-1.0.0',
]);

/** Packages whose manifest names no licence in the form of today, and what their licence file says. */
const READ_IN_FILE = {
  'pkg:npm/passport-strategy@1.0.0': 'MIT',
  'pkg:npm/pause@0.0.1': 'MIT',
};

/** Packages of the suite itself. */
const OWN = /^pkg:npm\/%40safety\//;

/** One sentence for each component of an SBOM (CycloneDX) whose licence is not allowed. */
export const forbiddenLicences = ({ components }) =>
  components
    .filter(({ purl }) => !OWN.test(purl))
    .flatMap(({ purl, licenses = [] }) => {
      const found = READ_IN_FILE[purl] ? [READ_IN_FILE[purl]] : licenses.map(nameOf);
      return found.length > 0 && found.every(isAllowed)
        ? []
        : [`${purl}: ${found.join(', ') || 'no licence'}`];
    });

const nameOf = ({ expression, license }) => expression ?? license.id ?? license.name;

/** Of an expression of SPDX: one of what `OR` joins, all of what `AND` joins. */
function isAllowed(expression) {
  const plain = expression.replace(/[()]/g, '');
  return plain
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((name) => ALLOWED.has(name.trim())));
}
