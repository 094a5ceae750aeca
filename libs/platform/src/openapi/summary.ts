import type { HandlerSummary, ResourceWords } from '../schema/described.js';
import type { HandlerDescription } from './handlers.js';
import { queryOf } from './query.js';

type Words = (
  words: ResourceWords & { the: string; isRestorable: boolean; hasPages: boolean },
) => [summary: string, description: string];

/** The summaries of handlers with these names. */
const USUAL: Record<string, Words> = {
  list: ({ many, hasPages }) => [
    `List ${many}`,
    `${hasPages ? 'One page of the' : 'All'} ${many} that the caller may see.`,
  ],
  get: ({ one, the }) => [`Get ${one}`, `Answers ${the} as it is now.`],
  add: ({ one }) => [`Add ${one}`, `Adds ${one}; the answer has the new id.`],
  replace: ({ one, the }) => [
    `Replace ${one}`,
    `Replaces the writable members of ${the}; those that are left out get their defaults.`,
  ],
  patch: ({ one, the }) => [
    `Change ${one}`,
    `Changes those members of ${the} that the body names (RFC 7396); the others stay.`,
  ],
  archive: ({ one, the, isRestorable }) => [
    `Archive ${one}`,
    `Takes ${the} out of the lists${isRestorable ? ' until a restore' : ''}; a second time changes nothing.`,
  ],
  restore: ({ one, the }) => [
    `Restore ${one}`,
    `Brings ${the} back from the archive; a second time changes nothing.`,
  ],
  audit: ({ one, the }) => [
    `List the changes to ${one}`,
    `Tells who changed what of ${the}, the newest change first, for as long as changes are kept.`,
  ],
  transition: ({ one, the }) => [
    `Move ${one} to another status`,
    `Takes one of the steps that the status of ${the} allows.`,
  ],
};

/**
 * The summary of an operation in the reference; nothing when its controller says neither its words nor a
 * summary.
 */
export function summaryOf(handler: HandlerDescription): HandlerSummary | undefined {
  const { name, summary, resource, controller } = handler;
  if (summary) return summary;
  const words = USUAL[name.split('.')[1] ?? ''];
  if (!words || !resource) return undefined;
  const [short, description] = words({
    ...resource,
    the: resource.one.replace(/^an? /, 'the '),
    isRestorable: 'restore' in controller.prototype,
    hasPages: 'cursor' in (queryOf(handler)?.shape ?? {}),
  });
  return { summary: short, description };
}

/** The group of an operation: `Org structures`. */
export function groupOf({ controller, resource }: HandlerDescription): string {
  const name = resource?.group ?? resource?.many ?? controller.name.replace(/Controller$/, '');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
