import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { repositoryRoot } from '@safety/local-stack';
import { fileText } from './deployment-files.js';

const GUIDES = 'docs/operations';
/** These take the namespace from the objects that they are given. */
const OF_OBJECTS = /^kubectl (?:apply|diff|kustomize)\b/;

/** Commands of blocks and of sentences, each on one line. */
function commandsOf(text: string): string[] {
  const blocks = text.match(/^ *```sh\n[^`]*```/gm) ?? [];
  const lines = blocks.flatMap((block) => block.replaceAll(/\\\n */g, '').split('\n'));
  const sentences = text.replaceAll(/^ *```[^`]*```/gm, '').match(/`kubectl [^`]+`/g) ?? [];
  return [...lines, ...sentences.map((code) => code.slice(1, -1).replaceAll(/\s+/g, ' '))].flatMap(
    (line) => line.match(/kubectl [a-z].*/) ?? [],
  );
}

const guides = readdirSync(join(repositoryRoot, GUIDES)).filter((file) =>
  fileText(`${GUIDES}/${file}`).includes('kubectl '),
);

it.each(guides)('%s: each command of kubectl names the namespace', (file) => {
  const commands = commandsOf(fileText(`${GUIDES}/${file}`)).filter((command) => !OF_OBJECTS.test(command));
  expect(commands.filter((command) => !command.includes('--namespace workplace-safety'))).toEqual([]);
});
