import { text as textOf } from 'node:stream/consumers';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { commonWords } from './common-words.js';
import type { GuessabilityQuestion } from './guessability.js';

// A program of its own, started for one password: its dictionaries take 50 MB that the service would never
// give back.
const { candidates, known, leastLog10 }: GuessabilityQuestion = JSON.parse(await textOf(process.stdin));
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...dictionary, commonWordsElsewhere: commonWords },
  graphs: adjacencyGraphs,
});
const isGuessable = candidates.some(
  ({ text, extraLog10 }) => zxcvbn.check(text, known).guessesLog10 + extraLog10 < leastLog10,
);
process.stdout.write(JSON.stringify(isGuessable));
