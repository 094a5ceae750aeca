// The six images of a release: built on bases that are named by digest, measured, pushed and signed.
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

/** An image is less than this. */
const MOST_BYTES = 180_000_000;

const BASES = ['BASE', 'RUNTIME'];

const out = (program, ...args) => execFileSync(program, args, { encoding: 'utf8' }).trim();
const shown = (program, ...args) => execFileSync(program, args, { stdio: 'inherit' });
/** Whether a program is there, and answers. */
export const answers = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** The program that builds images here; undefined where none does. */
export const engine = () => ['docker', 'podman'].find((program) => answers(program, 'info'));

/** The bases as the Dockerfile names them. */
export function basesOfDockerfile() {
  const dockerfile = readFileSync('deploy/Dockerfile', 'utf8');
  return Object.fromEntries(
    BASES.map((name) => [name, new RegExp(`^ARG ${name}=(\\S+)$`, 'm').exec(dockerfile)[1]]),
  );
}

/**
 * The bases of the Dockerfile, or of the environment, by digest: the same sources make the same image later.
 * One that is named by a tag is asked for its digest.
 */
export function basesByDigest(program) {
  return Object.fromEntries(
    Object.entries(basesOfDockerfile()).map(([name, ofDockerfile]) => {
      const image = process.env[name] ?? ofDockerfile;
      if (image.includes('@sha256:')) return [name, image];
      if (!answers(program, 'pull', image)) throw new Error(`${image} cannot be had: name ${name} by digest`);
      return [name, out(program, 'image', 'inspect', '--format={{index .RepoDigests 0}}', image)];
    }),
  );
}

/** Builds an image; its bytes. @throws Error when there are too many of them */
export function buildImage(program, { app, image, version, revision, bases }) {
  const args = { ...bases, APP: app, VERSION: version, REVISION: revision };
  shown(
    program,
    'build',
    '--file=deploy/Dockerfile',
    ...Object.entries(args).map(([name, value]) => `--build-arg=${name}=${value}`),
    `--label=org.opencontainers.image.created=${new Date().toISOString()}`,
    `--label=org.opencontainers.image.base.digest=${bases.RUNTIME.split('@')[1]}`,
    `--tag=${image}`,
    '.',
  );
  const bytes = Number(out(program, 'image', 'inspect', '--format={{.Size}}', image));
  if (!(bytes < MOST_BYTES)) throw new Error(`${image} has ${bytes} bytes, of ${MOST_BYTES} at the most`);
  return bytes;
}

/** The versions of Node in an image and of its parts, as it tells them itself. */
export const versionsIn = (program, image) =>
  JSON.parse(
    out(program, 'run', '--rm', '--entrypoint=node', image, '--print', 'JSON.stringify(process.versions)'),
  );

/** The version of Node in the tag of an image, such as `node:24.21.0-bookworm-slim`. */
export const versionsNamed = (image) => ({ node: /:(\d+\.\d+\.\d+)/.exec(image)[1] });

/** Pushes an image; its name by digest. */
export function pushImage(program, image) {
  const file = '.local/release-digest';
  if (program === 'podman') {
    shown(program, 'push', `--digestfile=${file}`, image);
    const digest = readFileSync(file, 'utf8').trim();
    rmSync(file);
    return `${image.replace(/:[^:/]*$/, '')}@${digest}`;
  }
  shown(program, 'push', image);
  return out(program, 'image', 'inspect', '--format={{index .RepoDigests 0}}', image);
}

/** Signs an image that was pushed, and its SBOM as an attestation. */
export function signImage(image, sbomFile) {
  const key = `--key=${process.env.COSIGN_KEY}`;
  shown('cosign', 'sign', '--yes', key, image);
  shown('cosign', 'attest', '--yes', key, '--type=cyclonedx', `--predicate=${sbomFile}`, image);
}
