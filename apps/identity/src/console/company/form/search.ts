import { button, field } from '../../../pages/components.js';
import { type Html, html } from '../../../pages/html.js';
import type { CompanyMessages } from '../messages/messages.js';
import { one, type Sent } from './sent.js';

export interface Search {
  text: CompanyMessages;
  sent: Sent;
  /** The list that is searched; the field is named after it. */
  of: 'roles' | 'places';
  error?: string | undefined;
}

/**
 * A search within a form. Its button sends the whole form: what is filled in stays, and no name and no
 * address of a person stands in the address of a page.
 */
export const searchPart = ({ text, sent, of, error }: Search): Html => html`${field({
  name: `${of}Q`,
  label: text.searches[of],
  hint: text.searches[`${of}Hint`],
  value: one(sent, `${of}Q`),
  required: false,
  maxLength: 100,
  error,
  focus: one(sent, SEARCH) === of,
})}
<p>${button(text.find, { kind: 'secondary', name: SEARCH, value: of, isUnchecked: true })}</p>`;

const SEARCH = 'search';

/** Whether a form was sent for a search, and nothing is to be saved. */
export const isSearch = (sent: Sent): boolean => one(sent, SEARCH) !== '';
