import Sequencer from '@jest/test-sequencer';

/** Spec files that take longest: those of the whole suite, and those in a browser. */
const LONG = /\/libs\/dev\/|browser|drill/;

/** Begins with the spec files that take longest, so that no worker is left with one alone at the end. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const rest = super.sort(tests);
    return [...rest.filter(({ path }) => LONG.test(path)), ...rest.filter(({ path }) => !LONG.test(path))];
  }
}
