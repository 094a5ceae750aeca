import { median } from '../common/statistics.mjs';

/** Rounds of several kinds of work at two targets, and what is to be told of them. */
export function comparison(ours, peer) {
  const kinds = {};
  const ratios = (kind, of) => kinds[kind][ours].map((own, round) => of(own) / of(kinds[kind][peer][round]));
  return {
    add(kind, target, used) {
      kinds[kind] ??= { [ours]: [], [peer]: [] };
      kinds[kind][target].push(used);
    },
    print() {
      const rows = Object.entries(kinds).map(([kind, targets]) => {
        const of = (target, value) => Math.round(median(targets[target].map(value)));
        const all = ratios(kind, perCpu);
        return {
          kind,
          [`${ours}, in a second of CPU`]: of(ours, perCpu),
          [peer]: of(peer, perCpu),
          ratio: Number(median(all).toFixed(2)),
          rounds: all.map((ratio) => ratio.toFixed(2)).join(' '),
          [`${ours} with its servers`]: of(ours, perCpuInAll),
          [`${peer} with its servers`]: of(peer, perCpuInAll),
          'ratio with servers': Number(median(ratios(kind, perCpuInAll)).toFixed(2)),
        };
      });
      console.table(rows);
    },
    /** The median of the ratios of each kind. */
    medians: () => Object.fromEntries(Object.keys(kinds).map((kind) => [kind, median(ratios(kind, perCpu))])),
  };
}

const perCpu = ({ done, cpu }) => done / cpu;
const perCpuInAll = ({ done, cpu, servers }) => done / (cpu + servers);
