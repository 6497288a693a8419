import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { sourceFiles } from '../../support/sourceFiles.ts';

/** The only places that compare versions or return their own 409, and why. */
const OWN: Record<string, string> = {
  'server/writing/requireVersion.ts': 'the one rule',
  'server/callcenter/orderCore/commands.ts': 'tells the last entry of the log too',
  'server/sac/tickets/change/lockTicket.ts': 'tells every change since, from the timeline',
  'server/callcenter/negotiations/record.ts': 'a result of one row among many',
  'server/config/definitions/present.ts': 'the text is compared by the studio',
};

describe('write over an old version', () => {
  it('is rejected by one shared rule, which says who wrote, when, and what is current', () => {
    const comparing = sourceFiles('server')
      .filter((path) => /\bversao !==|!== \(?[\w.?]*\bversion\b/.test(readFileSync(path, 'utf8')))
      .filter((path) => !(path in OWN));
    expect(comparing).toEqual([]);
  });

  it('also says who wrote and when where it has a rule of its own', () => {
    for (const path of Object.keys(OWN)) {
      const text = readFileSync(path, 'utf8');
      for (const key of ['versao:', 'por:', 'em:'])
        expect({ path, key, has: text.includes(key) }).toEqual({ path, key, has: true });
    }
  });
});
