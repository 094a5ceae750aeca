import { describe, expect, it } from '@jest/globals';
import { type DocumentOptions, openApiDocument } from '@safety/platform/openapi';
import type { TestApi } from './api.js';

interface Document {
  tags: { name: string; description?: string }[];
  paths: Record<string, Record<string, { operationId: string; summary?: string; description?: string }>>;
}

const SENTENCE = /^[A-Z].+\.$/;

/** Checks that the document of a service says what its operations and their groups are. */
export function describeReference(api: () => TestApi, options: DocumentOptions): void {
  describe('the reference', () => {
    const document = () => openApiDocument(api().app, options) as Document;
    const operations = () => Object.values(document().paths).flatMap((item) => Object.values(item));

    it('says of every operation in a few words and in a sentence what it does (@Resource, @Summary)', () => {
      const silent = operations()
        .filter(({ summary, description = '' }) => !summary || !SENTENCE.test(description))
        .map(({ operationId }) => operationId);
      expect(silent).toEqual([]);
    });

    it('says nothing twice of two operations', () => {
      const summaries = operations().map(({ summary }) => summary);
      expect(summaries.filter((summary, index) => summaries.indexOf(summary) !== index)).toEqual([]);
    });

    it('says of every group in a sentence what it is about (@Resource)', () => {
      const silent = document().tags.filter(({ description = '' }) => !SENTENCE.test(description));
      expect(silent.map(({ name }) => name)).toEqual([]);
    });
  });
}
