import { button, hidden } from '../../pages/components.js';
import { moment } from '../../pages/dates.js';
import { type Html, html } from '../../pages/html.js';
import { consolePaths } from '../../paths/console.js';
import type { ConsolePage, Visit } from '../visit/visit.js';
import { deviceOf } from './device.js';
import { MOST_SHOWN, type OwnSession } from './own-sessions.js';

/** `isElsewhere`: another session goes on, or access that was given without one. */
export function sessionsPage(
  visit: Visit,
  sessions: readonly OwnSession[],
  isElsewhere: boolean,
): ConsolePage {
  const { text } = visit;
  const endOthers = html`<h2>${text.endOthers}</h2><p>${text.endOthersHint}</p>
${visit.form(`${consolePaths.sessions}/end-others`, button(text.endOthers, { kind: 'danger' }))}`;
  return {
    section: 'sessions',
    title: text.sections.sessions,
    content: html`<h1>${text.sections.sessions}</h1>
<p>${text.sessionsHint}</p>
${sessions.slice(0, MOST_SHOWN).map((session) => panel(visit, session))}
${sessions.length > MOST_SHOWN && html`<p>${text.moreSessions(MOST_SHOWN)}</p>`}
${isElsewhere ? endOthers : html`<p>${text.onlyThisSession}</p>`}`,
  };
}

function panel(visit: Visit, session: OwnSession): Html {
  const { text, locale } = visit;
  const isCurrent = session.sid === visit.session.sid;
  const { browser, system } = deviceOf(session.userAgent);
  const device =
    browser && system ? text.onSystem(browser, system) : (browser ?? system ?? text.unknownDevice);
  const end = visit.form(
    `${consolePaths.sessions}/end`,
    html`${hidden('sid', session.sid)}${button(text.endSession, { kind: 'danger' })}`,
  );
  return html`<section class="panel"><h2>${device}${isCurrent && html` <span class="badge">${text.thisDevice}</span>`}</h2>
<dl class="columns"><div><dt>${text.firstSeen}</dt><dd>${moment(locale, session.createdAt)}</dd></div>
<div><dt>${text.lastSeen}</dt><dd>${moment(locale, session.lastSeenAt)}</dd></div>
<div><dt>${text.address}</dt><dd>${session.address ?? '–'}</dd></div>
${session.applications.length > 0 && html`<div><dt>${text.applications}</dt><dd>${session.applications.join(', ')}</dd></div>`}</dl>
${!isCurrent && end}</section>`;
}
