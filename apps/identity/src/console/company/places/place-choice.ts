import { type HierarchyNode, MOST_ORG_STRUCTURES_OF_ROLE } from '@safety/contracts';
import { type Html, html } from '../../../pages/html.js';
import { choiceBox, choices } from '../../form-parts.js';
import type { Option } from '../form/parts.js';
import { searchPart } from '../form/search.js';
import { many, one, type Sent } from '../form/sent.js';
import type { CompanyMessages } from '../messages/messages.js';
import type { FoundPlaces, OfferedPlaces } from './offered-places.js';

/** The fields of where a role counts: `reach` is the whole company or some places, `places` are their ids. */
export interface PlaceChoice {
  text: CompanyMessages;
  sent: Sent;
  places: OfferedPlaces;
  error?: string | undefined;
}

/**
 * The whole company is chosen by itself, never by choosing no place: a box forgotten would otherwise give a
 * role everywhere.
 */
export function placeChoice({ text, sent, places, error }: PlaceChoice): Html {
  const { hierarchy, found, beyond } = places;
  const chosen = new Set(many(sent, 'places'));
  const reach = choices({
    name: 'reach',
    label: text.reach,
    hint: text.reachHint,
    type: 'radio',
    choices: [
      { value: 'everywhere', label: text.everywhere },
      ...(hierarchy !== 'unseen' || beyond.length > 0 ? [{ value: 'places', label: text.atPlaces }] : []),
    ],
    chosen: [one(sent, 'reach')],
    error,
  });
  const nodes = typeof hierarchy === 'string' ? [] : hierarchy;
  return html`${reach}${hierarchy === 'unseen' && html`<p class="hint">${text.placesUnseen}</p>`}
${found ? results({ text, sent, found, chosen }) : hierarchy !== 'unseen' && tree(text, nodes, chosen)}
${beyond.length > 0 && others(text, beyond, chosen)}`;
}

const box = (chosen: ReadonlySet<string>, { value, label }: Option): Html =>
  choiceBox({
    ...{ type: 'checkbox', id: `place-${value}`, name: 'places', value, label },
    isChosen: chosen.has(value),
  });

interface Results extends Pick<PlaceChoice, 'text' | 'sent'> {
  found: FoundPlaces;
  chosen: ReadonlySet<string>;
}

const results = ({ text, sent, found: { options, fault }, chosen }: Results): Html =>
  html`<fieldset class="field" id="places" aria-describedby="places-hint"><legend>${text.places}</legend>
<p class="hint" id="places-hint">${text.searches.manyPlaces}</p>
${searchPart({ text, sent, of: 'places', error: fault && text.faults.searchTooShort })}
${options.length === 0 && html`<p>${text.searches.nothing}</p>`}
${options.map((option) => box(chosen, option))}</fieldset>`;

const others = (text: CompanyMessages, places: readonly Option[], chosen: ReadonlySet<string>): Html =>
  html`<fieldset class="field" aria-describedby="places-beyond-hint"><legend>${text.placesBeyond}</legend>
<p class="hint" id="places-beyond-hint">${text.placesBeyondHint}</p>
${places.map((option) => box(chosen, option))}</fieldset>`;

const tree = (text: CompanyMessages, nodes: readonly HierarchyNode[], chosen: ReadonlySet<string>): Html =>
  html`<fieldset class="field" id="places"><legend>${text.places}</legend>
${nodes.length === 0 ? html`<p class="hint">${text.noPlaces}</p>` : branches(text, nodes, chosen, 0)}</fieldset>`;

/** Opened as far as something below is ticked; of the rest, the first two levels. */
function branches(
  text: CompanyMessages,
  nodes: readonly HierarchyNode[],
  chosen: ReadonlySet<string>,
  level: number,
): Html {
  const items = nodes.map((node) => {
    const { id, name, children } = node;
    const open = level === 0 || children.some((child) => holdsAny(child, chosen));
    const place = node.selectable ? box(chosen, { value: id, label: name }) : html`<p>${name}</p>`;
    const below =
      children.length > 0 &&
      html`<details${open && html` open`}><summary>${text.below(name)}</summary>${branches(text, children, chosen, level + 1)}</details>`;
    return html`<li>${place}${below}</li>`;
  });
  return html`<ul class="tree">${items}</ul>`;
}

const holdsAny = ({ id, children }: HierarchyNode, chosen: ReadonlySet<string>): boolean =>
  chosen.has(id) || children.some((child) => holdsAny(child, chosen));

/** The places of a form, or the sentence on what is wrong with the choice. */
export function placesOf(sent: Sent, { faults }: CompanyMessages): { ids: string[] } | { fault: string } {
  const [reach, ids] = [one(sent, 'reach'), [...many(sent, 'places')]];
  if (reach === 'everywhere') return ids.length === 0 ? { ids } : { fault: faults.everywhereAndPlaces };
  if (reach === 'places' && ids.length > MOST_ORG_STRUCTURES_OF_ROLE)
    return { fault: faults.tooManyPlaces(MOST_ORG_STRUCTURES_OF_ROLE) };
  if (reach === 'places') return ids.length > 0 ? { ids } : { fault: faults.noPlace };
  return { fault: faults.choose };
}
