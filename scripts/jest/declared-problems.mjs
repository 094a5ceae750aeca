import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/**
 * Fails a run in which no case got a problem that an operation declares, by its `errors` or its decorators. A
 * service counts once all of its spec files have run: the cases of an operation may lie in several.
 */
export default class DeclaredProblemsReporter {
  constructor(config) {
    this.isWhole = !config.testNamePattern;
  }

  onRunComplete(_contexts, { testResults }) {
    const ran = new Set(testResults.map(({ testFilePath }) => testFilePath));
    const services = Map.groupBy(seenIn(process.env.SEEN_PROBLEMS), ({ service }) => service);
    if (!this.isWhole) return;
    const missing = [...services].flatMap(([service, seen]) =>
      specsOf(service).every((file) => ran.has(file)) ? neverAnswered(seen) : [],
    );
    if (missing.length > 0) this.error = new Error(`no case gets: ${missing.join('; ')}`);
    if (this.error) process.stderr.write(`declared problems: ${this.error.message}\n`);
  }

  getLastError() {
    return this.error;
  }
}

const seenIn = (folder) =>
  readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')));

function specsOf(service) {
  const dist = resolve('apps', service, 'dist');
  return readdirSync(dist, { recursive: true })
    .filter((file) => file.endsWith('.spec.js'))
    .map((file) => join(dist, file));
}

/** The problems of each operation that it declares and none of the spec files has seen. */
function neverAnswered(seen) {
  const declared = Object.entries(seen[0].declared);
  return declared.flatMap(([operation, codes]) =>
    codes
      .filter((code) => !seen.some(({ answered }) => answered[operation]?.includes(code)))
      .map((code) => `${operation} ${code}`),
  );
}
