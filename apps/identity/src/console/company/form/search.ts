import { button, field, hidden } from '../../../pages/components.js';
import { type Html, html } from '../../../pages/html.js';
import type { CompanyMessages } from '../messages/messages.js';
import { one, type Sent } from './sent.js';

/** The lists that forms search; the field of each is named after it. */
const lists = ['roles', 'places'] as const;
type List = (typeof lists)[number];

export interface Search {
  text: CompanyMessages;
  sent: Sent;
  of: List;
  error?: string | undefined;
}

/**
 * A search within a form. Its button sends the whole form: what is filled in stays, and no name and no
 * address of a person stands in the address of a page. Enter presses the first button of a form, which is
 * `enterButton`.
 */
export const searchPart = ({
  text,
  sent,
  of,
  error,
}: Search): Html => html`${hidden(`${of}Seen`, one(sent, `${of}Q`))}
${enterButton}${field({
  name: `${of}Q`,
  label: text.searches[of],
  hint: text.searches[`${of}Hint`],
  value: one(sent, `${of}Q`),
  required: false,
  maxLength: 100,
  error,
  focus: searched(sent) === of,
})}
<p>${button(text.find, { kind: 'secondary', name: SEARCH, value: of, isUnchecked: true })}</p>`;

const SEARCH = 'search';
const ENTER = 'enter';

/** Searches where what is searched for is another text than before, and saves otherwise. */
const enterButton = html`<button class="skip" tabindex="-1" aria-hidden="true" name="${SEARCH}" value="${ENTER}" formnovalidate></button>`;

/** The list that a form was sent to search. */
function searched(sent: Sent): List | undefined {
  const pressed = one(sent, SEARCH);
  const isSearched = (of: List): boolean =>
    pressed === ENTER ? one(sent, `${of}Q`) !== one(sent, `${of}Seen`) : pressed === of;
  return lists.find(isSearched);
}

/** Whether a form was sent for a search, and nothing is to be saved. */
export const isSearch = (sent: Sent): boolean => searched(sent) !== undefined;
