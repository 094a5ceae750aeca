import { setTimeout as delay } from 'node:timers/promises';
import { type AppName, appNames, type Suite } from '@safety/local-stack';
import { ask, type Outcome, tokensOf } from './client.js';
import { compareWrites, unpublished } from './compare-writes.js';
import { EndedSignIns, type FailedSignIn } from './ended-sign-ins.js';
import { Load } from './load.js';
import { LoadLog } from './load-log.js';
import { Renewals } from './renewals.js';
import { reads } from './requests.js';
import type { Note, Scenario } from './scenarios/scenario.js';
import type { Testbed } from './testbed.js';

/** A user of both companies. */
const USER = 'both@demo.example';
/**
 * Whose sign-ins are ended. After a hundred revocations in an hour identity ends all that the user has at the
 * client, which must not be what the load and the renewals live by.
 */
const ENDING_USER = 'admin@other.example';
const BEFORE_MS = 1_000;
const AFTER_MS = 1_000;
const PROBE_EVERY_MS = 25;
/** Long after this nothing of a fault is going to happen any more. */
const HAPPENS_WITHIN_MS = 180_000;
/** Long after this no service is coming back by itself. */
const RECOVERS_WITHIN_MS = 180_000;

/** The result of a drill: figures, and faults that must never happen. */
export interface Finding {
  fault: string;
  rounds: number;
  requests: number;
  /** Answered 429 or 503, or not at all. */
  failed: number;
  slowestMs: number;
  /** From the end of the fault until every service answers: the slowest round. */
  recoveredAfterMs: number;
  /** Sign-ins that were ended meanwhile, and for how long a gateway still took a token of one. */
  signOuts: number;
  takenForMs: number;
  /** Figures of this fault alone. */
  notes: { [what: string]: number };
  offences: Offences;
}

/** Everything here must be 0 or empty. */
export interface Offences {
  /**
   * Answers that no fault excuses, what a fault did not do as it must, and processes that ended by
   * themselves.
   */
  unexpected: string[];
  /** Requests that failed at services that the fault does not concern. */
  spread: string[];
  hung: number;
  /** 429 and 503 that do not say when to come back. */
  withoutRetryAfter: number;
  /** Acknowledged writes that are not there. */
  lost: number;
  /** Writes that are there twice. */
  doubled: number;
  /** Messages that are not published or applied, long after the fault. */
  unpublished: number;
  /** Rows of another company in an answer. */
  foreign: number;
  /**
   * Tokens of ended sign-ins that were taken: after they had been refused, or half a minute after the end.
   */
  revived: number;
  /** Valid tokens that were refused, and users who would have to sign in again. */
  refused: number;
}

export const noOffences: Offences = {
  ...{ unexpected: [], spread: [], hung: 0, withoutRetryAfter: 0, lost: 0, doubled: 0 },
  ...{ unpublished: 0, foreign: 0, revived: 0, refused: 0 },
};

/** Lets a fault happen under load, and looks at what it did. */
export async function drill(
  testbed: Testbed,
  scenario: Scenario,
  { perSecond = 40, rounds = scenario.rounds ?? 1 } = {},
): Promise<Finding> {
  const { suite } = testbed;
  const { access_token: token } = await tokensOf(suite.url, USER);
  const log = new LoadLog(scenario.concerns);
  const foreign = new ForeignRows();
  const load = new Load({ suiteUrl: suite.url, token, perSecond }, log, (...page) => foreign.look(...page));
  const ended = new EndedSignIns(suite, ENDING_USER);
  const renewals = new Renewals(suite, USER, log);
  await renewals.start();
  ended.start();
  load.start();
  try {
    await delay(BEFORE_MS);
    const before = processes(suite);
    const notes: Finding['notes'] = {};
    const note: Note = (what, figure) => {
      notes[what] = figure;
    };
    const happened: { from: number; to: number }[] = [];
    let recoveredAfterMs = 0;
    for (let round = 0; round < rounds; round++) {
      const from = performance.now();
      await inTime(scenario.happen(testbed, note), scenario.withinMs).catch((error: Error) =>
        log.unexpected.push(error.message),
      );
      happened.push({ from, to: performance.now() });
      recoveredAfterMs = Math.max(recoveredAfterMs, await recovery(suite, token));
    }
    await delay(AFTER_MS);
    await Promise.all([load.finish(), ended.finish(), renewals.finish()]);
    for (const name of crashed(suite, before, scenario.ends ?? []))
      log.unexpected.push(
        `${name} ended by itself: ${testbed.endings.findLast((line) => line.startsWith(name))}`,
      );
    const lostWithIt = (one: FailedSignIn): boolean =>
      scenario.losesSignIns === true &&
      one.inBrowser &&
      happened.some(({ from, to }) => one.from < to && one.to > from);
    if (!log.excuses('identity'))
      log.spread.push(...ended.failures.filter((one) => !lostWithIt(one)).map(({ why }) => why));
    const { requests, failed, slowestMs, spread, hung, unexpected, withoutRetryAfter } = log;
    const offences: Offences = {
      ...{ unexpected, spread, hung, withoutRetryAfter, foreign: foreign.count },
      ...(await compareWrites(suite, load)),
      unpublished: await unpublished(suite, load),
      revived: ended.accepted + ended.neverRefused,
      refused: renewals.refused + renewals.forcedSignIns,
    };
    return {
      ...{ fault: scenario.name, rounds, requests, failed, slowestMs, recoveredAfterMs },
      ...{ signOuts: ended.count, takenForMs: ended.takenForMs, notes, offences },
    };
  } finally {
    load.abandon();
    ended.abandon();
  }
}

/** Ends the wait for a fault that never ends. */
function inTime(happening: Promise<void>, withinMs = HAPPENS_WITHIN_MS): Promise<void> {
  const tooLong = AbortSignal.timeout(withinMs);
  const given = new Promise<never>((_, reject) => {
    tooLong.addEventListener('abort', () => reject(new Error('The fault does not end')), { once: true });
  });
  return Promise.race([happening, given]);
}

/**
 * Milliseconds until every process is ready and every service answers through the gateway. Throws when one
 * does not.
 */
async function recovery(suite: Suite, token: string): Promise<number> {
  const startedAt = performance.now();
  const answerOf = async (path: string, companyId = ''): Promise<[path: string, Outcome]> => [
    path,
    await ask(`${suite.url}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'x-company-context': companyId },
    }),
  ];
  const refused = async (): Promise<string[]> => {
    const outcomes = await Promise.all([
      answerOf('/auth/.well-known/openid-configuration'),
      ...reads.map(({ path, companyId }) => answerOf(path, companyId)),
    ]);
    return outcomes
      .filter(([, { status }]) => status !== 200)
      .map(([path, { status, body }]) => `${path}: ${status} ${JSON.stringify(body)}`);
  };
  for (let answers = await refused(); answers.length > 0; answers = await refused()) {
    if (performance.now() - startedAt > RECOVERS_WITHIN_MS)
      throw new Error(`The suite did not come back: ${answers.join(', ')}`);
    await delay(PROBE_EVERY_MS);
  }
  await suite.ready();
  return Math.round(performance.now() - startedAt);
}

/** The process ids of every service. */
const processes = (suite: Suite): Map<AppName, (number | undefined)[]> =>
  new Map(appNames.map((app) => [app, suite.replicaUrls[app].map((_, replica) => suite.pid(app, replica))]));

/** Services of which a process is another one now, except those whose processes were to end. */
function crashed(suite: Suite, before: ReturnType<typeof processes>, mayEnd: readonly AppName[]): AppName[] {
  const now = processes(suite);
  return appNames.filter((app) => !mayEnd.includes(app) && String(before.get(app)) !== String(now.get(app)));
}

/** Remembers which company each row was first seen in, and counts those seen in another. */
class ForeignRows {
  count = 0;
  private readonly companies = new Map<string, string>();

  look(companyId: string, page: unknown): void {
    for (const { id } of (page as { data: { id: string }[] }).data) {
      const known = this.companies.get(id);
      if (known === undefined) this.companies.set(id, companyId);
      else if (known !== companyId) this.count++;
    }
  }
}
