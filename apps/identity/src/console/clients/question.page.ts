import { button, linkButton } from '../../pages/components.js';
import { html } from '../../pages/html.js';
import type { ConsolePage, Visit } from '../visit/visit.js';

/** The action to be confirmed, with its consequences. */
export interface Question {
  title: string;
  consequences: string;
  /** Of the button that does it. */
  action: string;
  /** Where the question is, and where the answer is sent. */
  address: string;
  /** Where "cancel" leads. */
  back: string;
}

/** Asks before something that cannot be taken back: without a script no dialogue could. */
export const questionPage = (visit: Visit, question: Question): ConsolePage => ({
  section: 'clients',
  title: question.title,
  address: question.address,
  content: html`<h1>${question.title}</h1>
<p>${question.consequences}</p>
${visit.form(
  question.address,
  html`<div class="actions">${button(question.action, { kind: 'danger' })}
${linkButton(visit.text.cancel, question.back, 'secondary')}</div>`,
)}`,
});
