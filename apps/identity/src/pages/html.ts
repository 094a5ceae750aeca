const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is safe to send. Only `html` makes it. */
export class Html {
  constructor(readonly markup: string) {}
}

function escaped(value: unknown): string {
  if (value instanceof Html) return value.markup;
  if (Array.isArray(value)) return value.map(escaped).join('');
  // So that `condition && html`…`` leaves nothing behind where the condition does not hold.
  if (value === false || value === undefined || value === null) return '';
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}

/**
 * A template whose values are escaped, except markup made by `html` itself. Arrays are joined; `false`,
 * `undefined` and `null` leave nothing.
 */
export const html = (parts: TemplateStringsArray, ...values: unknown[]): Html =>
  new Html(parts.map((part, index) => part + (index < values.length ? escaped(values[index]) : '')).join(''));
