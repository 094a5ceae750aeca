import type { HierarchyNode } from '@safety/contracts';
import { type Html, html } from '../../../pages/html.js';
import { choiceBox, choices } from '../../form-parts.js';
import type { Option } from '../form/parts.js';
import { many, one, type Sent } from '../form/sent.js';
import type { CompanyMessages } from '../messages/messages.js';

/** The fields of where a role counts: `reach` is the whole company or some places, `places` are their ids. */
export interface PlaceChoice {
  text: CompanyMessages;
  sent: Sent;
  /** Nothing where the user may see no org structures: then a role counts in the whole company. */
  nodes: readonly HierarchyNode[] | undefined;
  /** Where the role counts now beyond them: only the user decides whether that ends. */
  beyond?: readonly Option[];
  error?: string | undefined;
}

/**
 * The whole company is chosen by itself, never by choosing no place: a box forgotten would otherwise give a
 * role everywhere.
 */
export function placeChoice({ text, sent, nodes, beyond = [], error }: PlaceChoice): Html {
  const chosen = new Set(many(sent, 'places'));
  const reach = choices({
    name: 'reach',
    label: text.reach,
    hint: text.reachHint,
    type: 'radio',
    choices: [
      { value: 'everywhere', label: text.everywhere },
      ...(nodes || beyond.length > 0 ? [{ value: 'places', label: text.atPlaces }] : []),
    ],
    chosen: [one(sent, 'reach')],
    error,
  });
  return html`${reach}${nodes ? tree(text, nodes, chosen) : html`<p class="hint">${text.placesUnseen}</p>`}
${beyond.length > 0 && others(text, beyond, chosen)}`;
}

/** The ids of all places that can be chosen. */
export const selectable = (nodes: readonly HierarchyNode[]): string[] =>
  nodes.flatMap((node) => [...(node.selectable ? [node.id] : []), ...selectable(node.children)]);

const others = (text: CompanyMessages, places: readonly Option[], chosen: ReadonlySet<string>): Html =>
  html`<fieldset class="field" aria-describedby="places-beyond-hint"><legend>${text.placesBeyond}</legend>
<p class="hint" id="places-beyond-hint">${text.placesBeyondHint}</p>
${places.map(({ value, label }) =>
  choiceBox({
    ...{ type: 'checkbox', id: `place-${value}`, name: 'places', value, label },
    isChosen: chosen.has(value),
  }),
)}</fieldset>`;

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
    const box = node.selectable
      ? choiceBox({
          ...{ type: 'checkbox', id: `place-${id}`, name: 'places', value: id, label: name },
          isChosen: chosen.has(id),
        })
      : html`<p>${name}</p>`;
    const below =
      children.length > 0 &&
      html`<details${open && html` open`}><summary>${text.below(name)}</summary>${branches(text, children, chosen, level + 1)}</details>`;
    return html`<li>${box}${below}</li>`;
  });
  return html`<ul class="tree">${items}</ul>`;
}

const holdsAny = ({ id, children }: HierarchyNode, chosen: ReadonlySet<string>): boolean =>
  chosen.has(id) || children.some((child) => holdsAny(child, chosen));

/** The places of a form, or the sentence on what is wrong with the choice. */
export function placesOf(sent: Sent, { faults }: CompanyMessages): { ids: string[] } | { fault: string } {
  const [reach, ids] = [one(sent, 'reach'), [...many(sent, 'places')]];
  if (reach === 'everywhere') return ids.length === 0 ? { ids } : { fault: faults.everywhereAndPlaces };
  if (reach === 'places') return ids.length > 0 ? { ids } : { fault: faults.noPlace };
  return { fault: faults.choose };
}
