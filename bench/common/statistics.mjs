/** The value that this part of all values does not exceed. */
export function percentile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

export const median = (values) => percentile(values, 0.5);

/** Milliseconds as tables show them. */
export const rounded = (ms) => Number(ms.toFixed(1));
