// The memory of accounts while it exports the audit trail of a company.
import { performance } from 'node:perf_hooks';
import { MemoryWatch } from '../common/memory-watch.mjs';

/** Streams the export, and throws it away as it comes. */
export async function measureExport(suite, token, companyId) {
  const watch = new MemoryWatch(suite.pid('accounts'));
  try {
    const startedAt = performance.now();
    const response = await fetch(`${suite.urls.accounts}/audit/export`, {
      headers: { authorization: `Bearer ${token}`, 'x-company-context': companyId },
    });
    if (response.status !== 200) throw new Error(`The export answered ${response.status}`);
    let [bytes, changes] = [0, 0];
    for await (const piece of response.body) {
      bytes += piece.length;
      changes += Buffer.from(piece).toString('latin1').split('\n').length - 1;
    }
    const ms = Math.round(performance.now() - startedAt);
    return {
      changes,
      megabytes: Number((bytes / 1e6).toFixed(1)),
      ms,
      grownMb: Number(watch.grownMb().toFixed(1)),
    };
  } finally {
    watch.stop();
  }
}
