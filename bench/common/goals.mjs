/** Says of a goal that it is missed, when it is, and lets the run fail. */
export function demand(goal, isMet) {
  if (isMet) return;
  console.log(`Missed: ${goal}`);
  process.exitCode = 1;
}
