import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { folderHash, projectName } from '../project.js';
import {
  existingData,
  fitsInMemory,
  hasCluster,
  placeDataFolder,
  removeData,
  throwAwayDataFolder,
} from './data-folder.js';

const folders: string[] = [];
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'data-folder-spec-'));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe('data folder', () => {
  it('is inside the data folder of the checkout when the current user runs PostgreSQL', () => {
    const dataDir = newFolder();
    expect(placeDataFolder(dataDir, undefined)).toBe(join(dataDir, 'postgres'));
  });

  it('is never the data of another checkout, whose link came along with a copy', () => {
    const dataDir = newFolder();
    const other = newFolder();
    mkdirSync(join(other, 'data'));
    symlinkSync(other, join(dataDir, 'postgres'));
    expect(existingData(dataDir)).toBeUndefined();
    expect(placeDataFolder(dataDir, undefined)).toBe(join(dataDir, 'postgres'));
    expect(existsSync(join(other, 'data'))).toBe(true);
  });

  it('is outside for an account that cannot reach it: for root where nothing removes old files', () => {
    const dataDir = newFolder();
    const data = placeDataFolder(dataDir, { uid: 65_534, gid: 65_534 });
    const parent = process.getuid?.() === 0 ? '/var/lib' : '/var/tmp';
    expect(dirname(data)).toBe(join(parent, `${projectName}-${folderHash(dataDir)}`));
    mkdirSync(data);
    expect(existingData(dataDir)).toBe(data);
    removeData(dataDir);
    expect([existsSync(dirname(data)), existingData(dataDir)]).toEqual([false, undefined]);
  });

  it('has no cluster when it is missing or empty', () => {
    expect(hasCluster('/does/not/exist', 18)).toBe(false);
    expect(hasCluster(newFolder(), 18)).toBe(false);
  });

  it('is refused, with the way out, when initialising it was interrupted', () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'base'));
    expect(() => hasCluster(folder, 18)).toThrow(/incomplete: run npx --yes pnpm start --reset/);
  });

  it('is refused when another version of PostgreSQL wrote it', () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'global'));
    writeFileSync(join(folder, 'global', 'pg_control'), '');
    writeFileSync(join(folder, 'PG_VERSION'), '17\n');
    expect(() => hasCluster(folder, 18)).toThrow(/is of PostgreSQL 17, this version needs 18/);
    writeFileSync(join(folder, 'PG_VERSION'), '18\n');
    expect(hasCluster(folder, 18)).toBe(true);
  });
});

describe('throw-away data', () => {
  const placeOf = (bytesInMemory?: number): string => {
    const folder = throwAwayDataFolder(undefined, bytesInMemory);
    rmSync(folder, { recursive: true });
    return dirname(folder);
  };

  it('are in memory where they fit, and on a disk where they do not', () => {
    expect(placeOf(4096)).toBe(fitsInMemory(4096) ? '/dev/shm' : tmpdir());
    expect(placeOf(Number.MAX_SAFE_INTEGER)).toBe(tmpdir());
  });

  it('are on a disk where nothing is known of their size', () => {
    expect(placeOf()).toBe(tmpdir());
  });

  it('are in another folder where there is none of TMPDIR', () => {
    process.env['TMPDIR'] = join(newFolder(), 'missing');
    expect(placeOf()).toBe('/var/tmp');
  });
});
