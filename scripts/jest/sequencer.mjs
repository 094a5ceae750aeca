import Sequencer from '@jest/test-sequencer';

/**
 * Spec files that take longest, longest first: those of the whole suite, and those in a browser. The suite
 * that is restored comes behind them, since no more than three at once fit a small machine.
 */
const LONG = [
  /\/libs\/dev\/(demo-journey|drills)\/(?!.*restore)/,
  /\/libs\/dev\/(?!drills)|browser|redis-full|throttling/,
  /restore/,
];

/** Begins with the spec files that take longest, so that no worker is left with one alone at the end. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rank = ({ path }) => {
      const found = LONG.findIndex((pattern) => pattern.test(path));
      return found === -1 ? LONG.length : found;
    };
    return super.sort(tests).sort((a, b) => rank(a) - rank(b));
  }
}
