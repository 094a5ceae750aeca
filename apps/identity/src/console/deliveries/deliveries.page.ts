import { button } from '../../pages/components.js';
import { moment } from '../../pages/dates.js';
import { type Html, html } from '../../pages/html.js';
import { consolePaths } from '../../paths/console.js';
import { recordMessages } from '../records/messages/messages.js';
import type { ConsolePage, Visit } from '../visit/visit.js';
import type { KnownDelivery } from './known-deliveries.js';

export function deliveriesPage(visit: Visit, deliveries: readonly KnownDelivery[]): ConsolePage {
  const text = recordMessages[visit.locale.language];
  return {
    section: 'deliveries',
    title: visit.text.sections.deliveries,
    content: html`<h1>${visit.text.sections.deliveries}</h1>
<p>${text.deliveriesHint}</p>
${deliveries.length === 0 && html`<p>${text.nothing}</p>`}
<ul class="plain">${deliveries.map((delivery) => panel(visit, delivery))}</ul>`,
  };
}

function panel(visit: Visit, delivery: KnownDelivery): Html {
  const text = recordMessages[visit.locale.language];
  const { id, clientName, address, createdAt, attempts, deliveredAt, nextAttemptAt, lastError } = delivery;
  const state = deliveredAt ? text.delivered : nextAttemptAt ? text.waiting : text.givenUp;
  const retry = visit.form(
    `${consolePaths.deliveries}/${id}/retry`,
    button(text.retry, { kind: 'secondary' }),
  );
  const messages: [label: string, value: Html | string | number | false][] = [
    [text.created, moment(visit.locale, createdAt)],
    [text.attempts, attempts],
    [text.delivered, deliveredAt !== null && moment(visit.locale, deliveredAt)],
    [text.nextAttempt, nextAttemptAt !== null && moment(visit.locale, nextAttemptAt)],
    [text.lastError, lastError !== null && html`<code lang="en">${lastError}</code>`],
  ];
  return html`<li class="panel"><h2>${clientName} <span class="badge">${state}</span></h2>
<p class="hint"><code>${address}</code></p>
<dl class="columns">${messages.map(([label, value]) => value !== false && html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${!deliveredAt && retry}</li>`;
}
