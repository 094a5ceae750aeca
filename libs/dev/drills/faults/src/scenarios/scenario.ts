import type { AppName } from '@safety/local-stack';
import type { Testbed } from '../testbed.js';

/** Keeps a figure beside those of every drill. */
export type Note = (what: string, figure: number) => void;

/** Something that goes wrong, and comes right again. */
export interface Scenario {
  name: string;
  /** Services that may answer 503 or nothing meanwhile; all others must not notice. */
  concerns: readonly AppName[];
  /** Services whose processes end by it. */
  ends?: readonly AppName[];
  /** Whether a sign-in in a browser that was under way is lost with it. */
  losesSignIns?: boolean;
  /** Times that it happens in one drill; default 1. */
  rounds?: number;
  /** By what a note is of: the highest figure that the bench takes. */
  goals?: { [what: string]: number };
  /** How long it may take to happen, where that is longer than a fault's. */
  withinMs?: number;
  /**
   * Breaks it, waits for so long as it is to be broken, and mends it. Throws when something did not go as it
   * must.
   */
  happen(testbed: Testbed, note: Note): Promise<void>;
}

/** How long most things stay broken. */
export const HOLD_MS = 2_000;

export const behindTheGateway = [
  'identity',
  'accounts',
  'hazards-events',
  'personnel-org',
  'training',
] as const satisfies readonly AppName[];

/** Services that ask accounts for memberships fail when it is unavailable for longer than they cache them. */
const asksAccounts: readonly AppName[] = [
  'accounts',
  'hazards-events',
  'personnel-org',
  'training',
  'gateway',
];

/** The services that may fail while one does. */
export const concernedBy = (app: AppName): readonly AppName[] => (app === 'accounts' ? asksAccounts : [app]);
