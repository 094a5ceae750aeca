const MAX_LINE = 150;
/** Longer than the address of a sign-in with all its parameters. */
const MAX_SENT = 600;
const TOKEN = /\b([A-Za-z0-9_-]{12})[A-Za-z0-9_-]{20,}(\.[A-Za-z0-9_-]+)*/g;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** Long opaque values cut to their beginning, so that no token stands in a terminal. */
const shortened = (text: string): string =>
  text.replace(TOKEN, (token, start: string) => (UUID.test(token) ? token : `${start}…`));

/** Where the journey tells what it does. */
export type Report = (line: string) => void;

/** Tells one exchange: what was sent and what came back. */
export function tell(report: Report, sent: string, received: unknown): void {
  const text = typeof received === 'string' ? received : JSON.stringify(received);
  report(`  → ${cut(shortened(sent), MAX_SENT)}`);
  report(`  ← ${cut(shortened(text), MAX_LINE)}`);
}

const cut = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
