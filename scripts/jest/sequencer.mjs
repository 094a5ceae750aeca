import Sequencer from '@jest/test-sequencer';

/**
 * Spec files that take longest, longest first: those of the whole suite, then those in a browser or of many
 * rows. Small as they are, Jest would run most of them last. The drill of faults waits until another one has
 * ended: dozens of processes that start at the same time are a fault of their own.
 */
const LONG = [
  /\/libs\/dev\/(demo-journey|drills\/logout)\/|\/console\/company\/company\.spec|sign-in-throttling/,
  /\/libs\/dev\/drills\//,
  /\/libs\/dev\/|approved-only|browser|redis-full|throttling|hostile-input|lists\.spec|conformance\.spec|logout-deliveries/,
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
