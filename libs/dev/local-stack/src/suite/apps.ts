/** The six services of the suite, in the order they are listed everywhere. */
export const appNames = [
  'gateway',
  'identity',
  'accounts',
  'hazards-events',
  'personnel-org',
  'training',
] as const;

/** Name of a service: its folder below `apps/`. */
export type AppName = (typeof appNames)[number];

/** A service, as the supervisor knows it. */
export interface App {
  /**
   * Port of the development start; another one is taken when it is occupied. The gateway's port is the public
   * one.
   */
  readonly preferredPort: number;
  /** Name of its database, absent for a service without one. */
  readonly database?: string;
}

export const apps: Readonly<Record<AppName, App>> = {
  gateway: { preferredPort: 8080 },
  identity: { preferredPort: 8081, database: 'identity' },
  accounts: { preferredPort: 8082, database: 'accounts' },
  'hazards-events': { preferredPort: 8083, database: 'hazards_events' },
  'personnel-org': { preferredPort: 8084, database: 'personnel_org' },
  training: { preferredPort: 8085, database: 'training' },
};

/** The services that have a database, and therefore a `dist/prepare.js`. */
export const appsWithDatabase = appNames.filter((name) => apps[name].database !== undefined);

/** A value for each service. */
export const eachApp = <T>(value: (name: AppName) => T): Record<AppName, T> =>
  Object.fromEntries(appNames.map((name) => [name, value(name)])) as Record<AppName, T>;
