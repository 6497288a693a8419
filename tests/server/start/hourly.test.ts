import { describe, expect, it } from '@jest/globals';
import type { Deps } from '#server/context.ts';
import { tidy } from '#server/start/hourly.ts';

describe('hourly maintenance', () => {
  it('continues after a step that fails, and reports which one it was', async () => {
    const done: string[] = [];
    const warned: object[] = [];
    const swept: object[] = [];
    const broken = new Error('no disk');
    await tidy(
      {} as Deps,
      { warn: (details) => void warned.push(details), info: (details) => void swept.push(details) },
      {
        first: async () => void done.push('first'),
        second: () => Promise.reject(broken),
        third: async () => {
          done.push('third');
          return 7;
        },
      },
    );
    expect(done).toEqual(['first', 'third']);
    expect(warned).toEqual([{ err: broken, step: 'second' }]);
    expect(swept).toEqual([{ step: 'third', rows: 7 }]);
  });
});
