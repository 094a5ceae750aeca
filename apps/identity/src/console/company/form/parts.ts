import { type Html, html } from '../../../pages/html.js';
import { described, errorOf, hintOf, type Part } from '../../form-parts.js';

export interface Option {
  value: string;
  label: string;
}

export interface Select extends Part {
  options: readonly Option[];
  chosen: string;
  /** The label of the choice of nothing; without it there is none. */
  nothing?: string | undefined;
}

/** One value of a list. The chosen one is in the list, whether it is known or not. */
export function select(part: Select): Html {
  const { name, label, options, chosen, nothing } = part;
  const isKnown = chosen === '' || options.some(({ value }) => value === chosen);
  const all = isKnown ? options : [{ value: chosen, label: chosen }, ...options];
  return html`<div class="field"><label for="${name}">${label}</label>
${hintOf(part)}
<select id="${name}" name="${name}"${described(part)}>
${nothing !== undefined && html`<option value="">${nothing}</option>`}${all.map(
  ({ value, label: text }) =>
    html`<option value="${value}"${value === chosen && html` selected`}>${text}</option>`,
)}</select>
${errorOf(part)}</div>`;
}

/** Facts side by side; those without a value are left out. */
export const facts = (rows: readonly (readonly [label: string, value: unknown])[]): Html =>
  html`<dl class="columns">${rows.map(
    ([label, value]) =>
      value !== null &&
      value !== undefined &&
      value !== false &&
      value !== '' &&
      html`<div><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`;

export const badge = (text: string): Html => html`<span class="badge">${text}</span>`;
