import { describe, expect, it } from '@jest/globals';
import { Closers } from './closers.js';

describe('Closers', () => {
  it('closes once, last added first', async () => {
    const closed: string[] = [];
    const closers = new Closers();
    closers.add(() => closed.push('database'));
    closers.add(() => closed.push('service'));
    await Promise.all([closers.close(), closers.close()]);
    expect(closed).toEqual(['service', 'database']);
  });

  it('closes everything although one step fails, and tells', async () => {
    const closed: string[] = [];
    const closers = new Closers();
    closers.add(() => closed.push('database'));
    closers.add(() => Promise.reject(new Error('no')));
    await expect(closers.close()).rejects.toThrow('did not stop cleanly');
    expect(closed).toEqual(['database']);
  });

  it('undoes at once what is added too late', async () => {
    const closed: string[] = [];
    const closers = new Closers();
    await closers.close();
    closers.add(() => closed.push('late'));
    await closers.close();
    expect(closed).toEqual(['late']);
  });
});
