import { valid } from 'semver';

/**
 * Whether a text is a version of SemVer 2.0.0, without build metadata: tags of images and labels of
 * Kubernetes have no room for its `+`.
 */
export const isVersion = (text) => valid(text) === text;
