import { hidden } from '../pages/components.js';
import { type Html, html } from '../pages/html.js';

/** A field of a form: `error` says why the last value was not taken. */
export interface Part {
  name: string;
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

export const hintOf = ({ name, hint }: Part) => hint && html`<p class="hint" id="${name}-hint">${hint}</p>`;
export const errorOf = ({ name, error }: Part) =>
  error && html`<p class="error" id="${name}-error">${error}</p>`;

/** The attributes of a field that name its hint and its error. */
export function described({ name, hint, error }: Part): Html {
  const ids = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return html`${ids && html` aria-describedby="${ids}"`}${error && html` aria-invalid="true"`}`;
}

export interface TextArea extends Part {
  value: string;
  rows?: number;
}

/** Several lines of text. */
export function textArea(part: TextArea): Html {
  const { name, label, value, rows = 3 } = part;
  // A line break at the beginning is not a part of the value (HTML section 13.1.2.5).
  return html`<div class="field"><label for="${name}">${label}</label>${hintOf(part)}
<textarea id="${name}" name="${name}" rows="${rows}" spellcheck="false" autocomplete="off"${described(part)}>
${value}</textarea>${errorOf(part)}</div>`;
}

/** One thing to choose, with what it means. */
export interface Choice {
  value: string;
  label: string;
  hint?: string | undefined;
  /** It cannot be chosen or left here; a form without another choice sends it as it is. */
  isKept?: boolean;
  /** It cannot be chosen here, and nothing is sent of it. */
  isShut?: boolean;
}

export interface Choices extends Part {
  type: 'checkbox' | 'radio';
  choices: readonly Choice[];
  chosen: readonly string[];
}

/** A group of check boxes or radio buttons. */
export function choices(part: Choices): Html {
  const { name, label, type, chosen } = part;
  const items = part.choices.map((choice, index) =>
    choiceBox({ ...choice, type, name, id: `${name}-${index}`, isChosen: chosen.includes(choice.value) }),
  );
  // Behind the others: of several values of a radio button, the first one counts.
  const kept = part.choices.map(({ isKept, value }) => isKept && hidden(name, value));
  return html`<fieldset class="field" id="${name}"${described(part)}><legend>${label}</legend>${hintOf(part)}${items}${kept}${errorOf(part)}</fieldset>`;
}

interface ChoiceBox extends Choice {
  type: 'checkbox' | 'radio';
  id: string;
  name: string;
  isChosen: boolean;
}

/** One of a group. Browsers do not send one that is kept: a hidden field beside it does. */
export const choiceBox = ({
  type,
  id,
  name,
  value,
  label,
  hint,
  isChosen,
  isKept,
  isShut,
}: ChoiceBox): Html =>
  html`<div class="choice"><input type="${type}" id="${id}" name="${name}" value="${value}"${isChosen && html` checked`}${(isKept || isShut) && html` disabled`}>
<label for="${id}">${label}${hint && html` <span class="hint">${hint}</span>`}</label></div>`;
