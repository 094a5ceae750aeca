/**
 * Why a program ended, from the lines it wrote: the error of a JSON log line rather than the whole line with
 * its stack, and the last lines as they are when none is JSON.
 */
export function lastWords(lines: readonly string[]): string {
  const messages = lines.flatMap((line) => messageOf(line) ?? []);
  return messages.at(-1) ?? (lines.slice(-5).join('\n').trim() || 'it wrote nothing');
}

function messageOf(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const { err, msg } = JSON.parse(line) as { err?: { message?: string }; msg?: string };
    return err?.message ?? msg;
  } catch {
    return undefined;
  }
}
