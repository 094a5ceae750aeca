import { type Html, html } from './html.js';

/** One field of a form with its label. */
export interface Field {
  /** Also its id. */
  name: string;
  label: string;
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'date';
  autocomplete?: string;
  value?: string;
  /** The explanation below the label. */
  hint?: string;
  /** Why the last value was not taken. */
  error?: string | undefined;
  /** The id of an `alert` that is about this field. */
  describedBy?: string | undefined;
  /** Default true. */
  required?: boolean;
  minLength?: number;
  maxLength?: number;
  /** Whether it has the focus when the page opens. */
  focus?: boolean;
}

export function field(options: Field): Html {
  const { name, label, type = 'text', autocomplete = 'off', value = '', required = true } = options;
  const { hint, error, describedBy, minLength, maxLength, focus } = options;
  const descriptions = [describedBy, error && `${name}-error`, hint && `${name}-hint`].filter(Boolean);
  const attributes = [
    required && html` required`,
    minLength !== undefined && html` minlength="${minLength}"`,
    maxLength !== undefined && html` maxlength="${maxLength}"`,
    (error || describedBy) && html` aria-invalid="true"`,
    descriptions.length > 0 && html` aria-describedby="${descriptions.join(' ')}"`,
    focus && html` autofocus`,
  ];
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}"${attributes}>
${error && html`<p class="error" id="${name}-error">${error}</p>`}
</div>`;
}

/** The error message; screen readers read it immediately. Fields name it by `id`. */
export const alert = (content: string | Html, id = 'failure'): Html =>
  html`<p role="alert" id="${id}">${content}</p>`;

/** The confirmation message. */
export const notice = (content: string | Html): Html => html`<p role="status">${content}</p>`;

export interface Button {
  kind?: 'primary' | 'secondary' | 'danger';
  name?: string;
  value?: string;
  focus?: boolean;
  /** Sends the form as it is, with required fields that are empty. */
  isUnchecked?: boolean;
}

export const button = (
  text: string,
  { kind = 'primary', name, value, focus, isUnchecked }: Button = {},
): Html =>
  html`<button class="${kind}"${name && html` name="${name}"`}${value && html` value="${value}"`}${focus && html` autofocus`}${isUnchecked && html` formnovalidate`}>${text}</button>`;

/** A link that looks like a button. */
export const linkButton = (text: string, href: string, kind: 'primary' | 'secondary' = 'primary'): Html =>
  html`<a class="button ${kind}" href="${href}">${text}</a>`;

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** A form that is sent by POST. */
export const form = (action: string, content: Html): Html =>
  html`<form method="post" action="${action}">${content}</form>`;
