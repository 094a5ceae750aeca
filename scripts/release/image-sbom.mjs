// The bill of materials of an image: the packages of its app, Node, and the image that it is built on.

/** Parts of Node with advisories of their own, as `process.versions` and a CPE name them. */
const IN_NODE = { openssl: 'openssl:openssl', v8: 'google:v8' };

/** Makes what pnpm writes of an app the bill of its image. `versions` are those of the Node in it. */
export function imageSbom(packages, { image, version, runtime, versions }) {
  const app = { ...packages.metadata.component, type: 'application' };
  const itself = { ...containerNamed(image), version };
  const added = [app, nodeOf(versions), containerNamed(runtime)];
  return {
    ...packages,
    metadata: { ...packages.metadata, component: itself },
    components: [...added, ...packages.components],
    dependencies: [
      { ref: itself['bom-ref'], dependsOn: added.map((component) => component['bom-ref']) },
      ...packages.dependencies,
    ],
  };
}

function nodeOf(versions) {
  const parts = Object.entries(IN_NODE).filter(([name]) => versions[name] !== undefined);
  return {
    ...binary('platform', 'node', versions.node, 'nodejs:node.js'),
    licenses: [{ license: { id: 'MIT' } }],
    // Node adds to the version of V8 which patches it has, such as `13.6.233.17-node.53`.
    components: parts.map(([name, product]) =>
      binary('library', name, versions[name].split('-')[0], product),
    ),
  };
}

function binary(type, name, version, product) {
  const purl = `pkg:generic/${name}@${version}`;
  return { type, 'bom-ref': purl, name, version, purl, cpe: `cpe:2.3:a:${product}:${version}:*:*:*:*:*:*:*` };
}

/** An image that is named by a tag, by a digest, or by neither. */
function containerNamed(image) {
  const [named, digest] = image.split('@');
  const tagAt = named.indexOf(':', named.lastIndexOf('/') + 1);
  const repository = onItsRegistry(tagAt < 0 ? named : named.slice(0, tagAt));
  const tag = tagAt < 0 ? undefined : named.slice(tagAt + 1);
  const qualifiers = Object.entries({ repository_url: repository, tag })
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll('%2F', '/')}`);
  const name = repository.split('/').at(-1);
  const purl = `pkg:oci/${name}${digest ? `@${encodeURIComponent(digest)}` : ''}?${qualifiers.join('&')}`;
  return {
    type: 'container',
    'bom-ref': purl,
    name: repository,
    version: tag ?? digest,
    purl,
    hashes: digest && [{ alg: 'SHA-256', content: digest.replace('sha256:', '') }],
  };
}

/** Without a host it is one of Docker Hub, as `node` is. */
function onItsRegistry(repository) {
  const [host, ...path] = repository.split('/');
  if (path.length > 0 && /[.:]|^localhost$/.test(host)) return repository;
  return path.length > 0 ? `docker.io/${repository}` : `docker.io/library/${repository}`;
}
