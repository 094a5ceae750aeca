import { execFileSync } from 'node:child_process';
import { findExecutables } from '../processes/executables.js';

/** The oldest Redis whose users can have several sets of rights; Valkey began behind it. */
export const OLDEST_MAJOR = 7;

/** Whether a version, such as `7.2`, is not too old. */
export const isNewEnough = (version: string): boolean => Number.parseInt(version, 10) >= OLDEST_MAJOR;

/** The first installed redis-server or valkey-server that is new enough: an old one may hide a newer one. */
export const installedRedis = (path: string | undefined): string | undefined =>
  findExecutables(['redis-server', 'valkey-server'], path).find((program) => isNewEnough(versionOf(program)));

function versionOf(program: string): string {
  try {
    const [, version = ''] =
      /v=(\d+\.\d+)/.exec(execFileSync(program, ['--version'], { encoding: 'utf8' })) ?? [];
    return version;
  } catch {
    // A program of another system, say: it is of no use here.
    return '';
  }
}
