import { button, hidden, linkButton } from '../../../pages/components.js';
import { type Html, html } from '../../../pages/html.js';
import type { Visit } from '../../visit/visit.js';
import { companyMessages } from '../messages/messages.js';
import type { CompanyPage, CompanySection, CompanyVisit } from '../visit/company-visit.js';
import type { Refused } from './refused.js';

export interface FormPage {
  section: CompanySection;
  title: string;
  /** Below the title: tells rows of one name apart. */
  about?: string | null;
  hint?: string | Html;
  /** Where the form is, and where it is sent. */
  address: string;
  /** Where "cancel" leads. */
  back: string;
  /** Of the button; by default "Save". */
  action?: string;
  kind?: 'primary' | 'danger';
  version?: string | undefined;
  /** The name and the label of each field, in the order of the page: for the summary of what is wrong. */
  labels?: Readonly<Record<string, string>>;
  content: Html;
  refused?: Refused | undefined;
}

/** A page of a company with one form. */
export const formPage = (company: CompanyVisit, { section, ...page }: FormPage): CompanyPage => ({
  section,
  ...formContent(company.visit, page),
});

/** One form; what is wrong is listed first, each with a link to its field. */
export function formContent(visit: Visit, page: Omit<FormPage, 'section'>): Omit<CompanyPage, 'section'> {
  const { title, about, hint, address, back, action, kind = 'primary', version, refused } = page;
  const text = companyMessages[visit.locale.language];
  return {
    title: refused ? `${text.faults.inTitle}: ${title}` : title,
    address,
    content: html`<h1>${title}</h1>
${refused && summary({ text }, refused, page.labels)}
${about && html`<p>${about}</p>`}
${hint && html`<p>${hint}</p>`}
${visit.form(
  address,
  html`${version !== undefined && hidden('version', version)}${page.content}
<div class="actions">${button(action ?? text.save, { kind })}${linkButton(visit.text.cancel, back, 'secondary')}</div>`,
)}`,
  };
}

/** A form that is one button, for the version of the row that the page shows. */
export const buttonForm = (company: CompanyVisit, action: string, label: string, version: number): Html =>
  company.form(action, html`${hidden('version', String(version))}${button(label, { kind: 'secondary' })}`);

/**
 * It has the focus when the page opens: without a script, nothing else would tell that the form came back.
 */
export function summary(
  { text }: Pick<CompanyVisit, 'text'>,
  { faults, failure }: Refused,
  labels: FormPage['labels'] = {},
): Html {
  const known = Object.entries(labels).filter(([name]) => faults[name] !== undefined);
  const others = Object.entries(faults).filter(([name]) => labels[name] === undefined);
  return html`<div role="alert" id="failure" tabindex="-1" autofocus><p>${failure ?? text.faults.summary}</p>
${known.length > 0 && html`<ul>${known.map(([name, label]) => html`<li><a href="#${name}">${label}</a>: ${faults[name]}</li>`)}</ul>`}
${others.map(([, sentence]) => html`<p>${sentence}</p>`)}</div>`;
}
