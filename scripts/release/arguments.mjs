// The arguments of the commands of a release, all of which write: one that is not known ends the process.
import { parseArgs } from 'node:util';

/** The options and the words after a command. `--help` prints the usage and ends with 0. */
export function argumentsOf(usage, { options = {}, words = 0 }) {
  try {
    const { values, positionals } = parseArgs({
      options: { ...options, help: { type: 'boolean', short: 'h' } },
      allowPositionals: words > 0,
    });
    if (values.help) end(0, `Usage: ${usage}`);
    if (positionals.length < words) return misunderstood(usage, 'An argument is missing');
    if (positionals.length > words) return misunderstood(usage, 'There are too many arguments');
    return { values, positionals };
  } catch ({ message }) {
    // The first sentence says what is wrong; the others are about `--`.
    return misunderstood(usage, message.split('. ')[0]);
  }
}

/** Ends the process with 1 and one sentence. */
export const misunderstood = (usage, problem) => end(1, `${problem}; usage: ${usage}`);

function end(code, text) {
  process[code === 0 ? 'stdout' : 'stderr'].write(`${text}\n`);
  process.exit(code);
}
