import { expect, it } from '@jest/globals';
import { appNames } from '@safety/local-stack';
import { composeServices } from './deployment-files.js';

it('docker-compose.yml builds each image of the suite, and asks no registry for its name', () => {
  const images = Object.values(composeServices()).filter(({ image }) => image?.startsWith('safety/'));
  expect(new Set(images.map(({ image }) => image))).toEqual(new Set(appNames.map((app) => `safety/${app}`)));
  for (const { image, build, pull_policy } of images)
    expect({ image, pull_policy }).toEqual({ image: `safety/${build?.args.APP}`, pull_policy: 'build' });
});
