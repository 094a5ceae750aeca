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

const escaped = (value: unknown): string =>
  value instanceof Html
    ? value.markup
    : String(value ?? '').replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** A template whose values are escaped, except markup made by `html` itself. */
export const html = (parts: TemplateStringsArray, ...values: unknown[]): Html =>
  new Html(parts.map((part, index) => part + (index < values.length ? escaped(values[index]) : '')).join(''));
