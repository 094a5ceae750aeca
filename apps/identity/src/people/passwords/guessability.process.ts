import { text as textOf } from 'node:stream/consumers';
import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common';
import { commonWords } from './common-words.js';
import type { GuessabilityQuestion, Guesser } from './guessability.js';

// A program of its own, started for one password: its dictionaries take 50 MB that the service would never
// give back.
const question: GuessabilityQuestion = JSON.parse(await textOf(process.stdin));
const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...dictionary, commonWordsElsewhere: commonWords },
  graphs: adjacencyGraphs,
});
const isGuessable = (known: string[]): boolean =>
  question.candidates.some(
    ({ text, extraLog10 }) => zxcvbn.check(text, known).guessesLog10 + extraLog10 < question.leastLog10,
  );
const isGood = !question.isKnown && !isGuessable(question.known);
// The words only make a password easier to guess, so one count tells of a good one.
const isCommon = !isGood && isGuessable([]);
const guesser: Guesser = isGood ? 'nobody' : isCommon ? 'anybody' : 'whoKnows';
process.stdout.write(JSON.stringify(guesser));
