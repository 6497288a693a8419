import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { claimFolder } from '../../support/database/databaseFolder.ts';

let around: string;
beforeEach(() => {
  around = mkdtempSync(path.join(os.tmpdir(), 'balcao-folders-'));
});
afterEach(() => rmSync(around, { recursive: true, force: true }));

const folderOf = (name: string, checkout: string) => {
  const folder = path.join(around, `balcao-testes-${process.getuid?.() ?? 0}-${name}`);
  mkdirSync(folder);
  claimFolder(folder, checkout);
  return folder;
};

describe('the folder of the test server', () => {
  it('stays while its checkout exists, and goes once another is claimed after that', () => {
    const checkout = mkdtempSync(path.join(around, 'checkout-'));
    const unmarked = path.join(around, 'balcao-testes-older');
    mkdirSync(unmarked);
    const former = folderOf('former', checkout);
    const second = folderOf('second', around);
    expect([former, second].map(existsSync)).toEqual([true, true]);
    rmSync(checkout, { recursive: true });
    const third = folderOf('third', around);
    expect([former, second, third, unmarked].map(existsSync)).toEqual([false, true, true, true]);
  });
});
