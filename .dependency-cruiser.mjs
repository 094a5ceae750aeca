/** Sources that only tests use: specs, tables of cases, and an app's own test helpers. */
const testSources = '(\\.spec|\\.cases)\\.ts$|/(test|testing)/';
/** A package below node_modules, as pnpm lays it out; its types count as the package. */
const npm = (name) => `node_modules/(@types/)?${name}/`;

/** The folders of identity, each above those it may import; its README has the same table. */
export const wingsOfIdentity = [
  'paths',
  'storage',
  'throttling',
  'pages',
  'audit',
  'keys',
  'logout',
  'sessions',
  'clients',
  'people',
  'provider',
  'identity-token-validation',
  'sign-in',
  'console',
  'subscriptions',
  'metrics',
  'operations',
];
const wings = `^apps/identity/src/(${wingsOfIdentity.join('|')})/`;
/** The files beside them that they may import. */
const settingsOfIdentity = '^apps/identity/src/(config|form-body|lifetimes|smtp-query)\\.ts$';
const noImportUp = wingsOfIdentity.slice(0, -1).map((wing, at) => ({
  name: `identity-${wing}-imports-nothing-above`,
  comment: 'What lies below can be read, and changed, without what lies above.',
  severity: 'error',
  from: { path: `^apps/identity/src/${wing}/`, pathNot: testSources },
  to: { path: `^apps/identity/src/(${wingsOfIdentity.slice(at + 1).join('|')})/` },
}));

export default {
  forbidden: [
    ...noImportUp,
    {
      name: 'identity-has-no-way-around-its-wings',
      comment: 'A folder or file of no wing could import any of them, and be imported by all.',
      severity: 'error',
      from: { path: wings, pathNot: testSources },
      to: { path: '^apps/identity/src/', pathNot: [wings, settingsOfIdentity] },
    },
    {
      name: 'identity-settings-import-no-wing',
      comment: 'Each wing imports them. The default language is a setting.',
      severity: 'error',
      from: { path: settingsOfIdentity },
      to: { path: '^apps/identity/src/', pathNot: [settingsOfIdentity, '/pages/locale\\.ts$'] },
    },
    {
      name: 'identity-folder-is-a-wing',
      comment: 'Each folder has a place in the order; migrations and the sources of tests have none.',
      severity: 'error',
      from: { path: '^apps/identity/src/', pathNot: testSources },
      to: { path: '^apps/identity/src/[^/]+/', pathNot: [wings, '^apps/identity/src/migrations/'] },
    },
    {
      name: 'libs-never-import-apps',
      comment: 'A lib that knows an app is a part of that app.',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: '^apps/' },
    },
    {
      name: 'apps-never-import-apps',
      comment: 'Services meet over HTTP and the bus, never in one process.',
      severity: 'error',
      from: { path: '^apps/([^/]+)/' },
      to: { path: '^apps/', pathNot: '^apps/$1/' },
    },
    {
      name: 'migrations-are-for-preparing-alone',
      comment: 'SQL that has been released stays as it is; what a request sends would be bound to it.',
      severity: 'error',
      from: { path: '^apps/[^/]+/src/', pathNot: ['/migrations/', '/prepare\\.ts$', testSources] },
      to: { path: '^apps/[^/]+/src/migrations/' },
    },
    {
      name: 'contracts-depends-on-zod-alone',
      comment: 'Contracts are also for clients: they must not pull in a framework.',
      severity: 'error',
      from: { path: '^libs/contracts/src/', pathNot: testSources },
      to: { pathNot: ['^libs/contracts/src/', npm('zod')] },
    },
    {
      name: 'readers-of-messages-without-a-database',
      comment: 'The gateway reads messages too: TypeORM would stay in its memory (docs/adr/0072).',
      severity: 'error',
      from: { path: '^libs/bus/src/', pathNot: ['^libs/bus/src/(outbox|operate|testing)/', testSources] },
      to: { path: '^libs/(persistence/(?!(src|dist)/applied-message)|bus/src/(outbox|operate)/)' },
    },
    {
      name: 'oidc-provider-in-its-folder-only',
      comment: 'One folder to change when the OpenID library changes.',
      severity: 'error',
      from: { pathNot: '^apps/identity/src/provider/' },
      to: { path: npm('oidc-provider') },
    },
    {
      name: 'dev-in-tests-only',
      comment: 'What develops and tests the suite must not reach an image.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: ['^libs/dev/', testSources] },
      to: { path: '^libs/dev/' },
    },
    {
      name: 'test-sources-in-tests-only',
      comment: 'They import what is not in an image.',
      severity: 'error',
      from: { path: '^(apps|libs)/', pathNot: testSources },
      to: { path: `^(apps|libs)/(?!dev/).*(${testSources})` },
    },
    {
      name: 'testing-in-tests-only',
      comment: 'The programs of development run without Jest.',
      severity: 'error',
      from: { path: '^libs/dev/', pathNot: ['^libs/dev/testing/', testSources] },
      to: { path: '^libs/dev/testing/' },
    },
    {
      name: 'no-development-dependency-in-production',
      comment:
        'Development dependencies are not in the image. The build of the reference runs before there is one.',
      severity: 'error',
      from: {
        path: '^(apps|libs)/',
        pathNot: ['^libs/dev/testing/', '^apps/gateway/src/reference/build/', testSources],
      },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle of values is loaded in an order nobody chose. Types are not loaded.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports it and it imports nothing: forgotten.',
      severity: 'error',
      from: {
        orphan: true,
        pathNot: [
          '/index\\.ts$',
          // Loaded with `node --import`.
          '^libs/dev/local-stack/src/processes/exit-with-parent\\.ts$',
          '^libs/platform/src/service/without-fetch\\.ts$',
        ],
      },
      to: {},
    },
    {
      name: 'no-unresolvable-imports',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    parser: 'swc',
    // Types count too: who imports the type of a thing knows the thing.
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '/dist/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
