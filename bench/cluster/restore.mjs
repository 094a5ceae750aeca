// The commands of restore.md, as they are written, around a database that nobody touches.
import { dirname } from 'node:path';
import { commandsOf } from './guide.mjs';
import { kubectl, NAMESPACE, say, shells } from './shell.mjs';

/**
 * Simulated pods run nothing. Of a command in one of them the container has to be there, in a service that
 * has pods, and the program where the image has it.
 */
const EXEC = `
kubectl() {
  if [ "$1" != exec ]; then command kubectl "$@"; return; fi
  local names; names=$(command kubectl get "$2" "$3" "$4" \\
    --output='jsonpath={.status.readyReplicas} {.spec.template.spec.containers[*].name}')
  [[ "$names" =~ ^[1-9][0-9]*" ".*"$6" ]]
  (cd "apps/\${2#*/}" && shift 7 && "$@" --help > /dev/null)
}
`;

/** @param {string} bringBack the command that brings the autoscalers back */
export async function restored(way, bringBack) {
  const blocks = (heading) =>
    commandsOf('restore', heading).map((text) =>
      text.replace('kubectl apply -k deploy/overlays/<yours>', bringBack),
    );
  const [stop, start, command] = blocks('One database');
  const of = (service, text) => text.replace('service=training', `service=${service}`);
  await say(`${way}: training restored`, () => shells([stop, start, withExec(command)]));
  await say(`${way}: accounts restored, the gateway last`, async () => {
    await shells([of('gateway', stop), of('accounts', stop), of('accounts', start)]);
    await isStopped('gateway');
    await shells([withExec(of('accounts', command)), of('gateway', withoutApply(start, bringBack))]);
  });
  const [stopAll, startAll, commands, open] = blocks('All databases');
  await say(`${way}: all databases restored`, async () => {
    await shells([stopAll, startAll]);
    await isStopped('gateway');
    await shells([withExec(commands), open]);
  });
}

const withoutApply = (text, bringBack) => text.replace(bringBack, '');

const withExec = (text) => `PATH=${dirname(process.execPath)}:$PATH${EXEC}${text}`;

async function isStopped(app) {
  const { spec } = JSON.parse(
    await kubectl(['get', 'deployment', app, '--namespace', NAMESPACE, '--output=json']),
  );
  if (spec.replicas !== 0) throw new Error(`${app} has been started by another command`);
}
