// Secrets and the ConfigMap that the components for HTTPS and for authorities of one's own mount.
import { appNames } from '@safety/local-stack';
import { commandsWith } from './guide.mjs';
import { kubectl, NAMESPACE, shell } from './shell.mjs';

/** One certificate is enough for all: nobody reads it here, and it is its own authority. */
export async function certificates(folder) {
  await shell(
    'openssl req -x509 -newkey rsa:2048 -nodes -keyout tls.key -out ca.crt -subj /CN=workplace-safety -days 1',
    { cwd: folder },
  );
  for (const app of appNames)
    await kubectl([
      ...['create', 'secret', 'tls', `${app}-tls`, '--namespace', NAMESPACE],
      ...[`--key=${folder}/tls.key`, `--cert=${folder}/ca.crt`],
    ]);
  const [text] = commandsWith('deploying', 'Certificates of your own authority', 'kubectl create configmap');
  await shell(text, { cwd: folder });
}
