// The tests of deploy/monitoring/rules.test.yaml by promtool, which reads rules as Prometheus has them:
// without the object of Kubernetes around them.
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'yaml';

const VERSION = 'v0.308.1';
const MODULE = `github.com/prometheus/prometheus@${VERSION}`;
// The tool stays for the next time.
const kept = fileURLToPath(new URL('../../.local/alerts', import.meta.url));
const monitoring = fileURLToPath(new URL('../../deploy/monitoring', import.meta.url));

const promtool = found('promtool') ?? built();
if (promtool === undefined)
  console.log('alerts: skipped, since there is neither promtool nor go to build it with.');
else {
  mkdirSync(kept, { recursive: true });
  const { spec } = parse(readFileSync(`${monitoring}/rules.yaml`, 'utf8'));
  writeFileSync(`${kept}/rules.yaml`, stringify(spec));
  copyFileSync(`${monitoring}/rules.test.yaml`, `${kept}/rules.test.yaml`);
  for (const what of ['check', 'test']) {
    const file = what === 'check' ? 'rules.yaml' : 'rules.test.yaml';
    execFileSync(promtool, [what, 'rules', file], { cwd: kept, stdio: 'inherit' });
  }
}

function found(program) {
  try {
    return execFileSync('sh', ['-c', `command -v ${program}`], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}

/** `go install` refuses a module that replaces others, so it is built in a copy. Takes minutes, once. */
function built() {
  const file = `${kept}/promtool-${VERSION}`;
  if (existsSync(file)) return file;
  const go = found('go');
  if (go === undefined) return undefined;
  const env = { ...process.env, GOPATH: `${kept}/go`, GOFLAGS: '-mod=mod' };
  const { Dir } = JSON.parse(
    execFileSync(go, ['mod', 'download', '-json', MODULE], { env, encoding: 'utf8' }),
  );
  cpSync(Dir, `${kept}/source`, { recursive: true });
  execFileSync('chmod', ['-R', 'u+w', `${kept}/source`]);
  execFileSync(go, ['build', '-o', file, './cmd/promtool'], { cwd: `${kept}/source`, env, stdio: 'inherit' });
  return file;
}
