import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';

const DOCUMENT = readFileSync('docs/asvs.md', 'utf8');
const ROWS = [...DOCUMENT.matchAll(/^\| (\d[\d.]*)(?: to (\d[\d.]*))? \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, from = '', to = from, about = '', state = '']) => ({
    from,
    to,
    about: about.trim(),
    state: state.trim(),
  }),
);

/**
 * The numbers of ASVS 5.0 at levels 1 and 2: by section, those that count up from 1, without the ones of level 3. Numbers
 * are all that is repeated of it.
 */
const SECTIONS: Readonly<Record<string, string>> = {
  '1.1': '1-2',
  '1.2': '1-9',
  '1.3': '1-11',
  '1.4': '1-3',
  '1.5': '1-2',
  '2.1': '1-3',
  '2.2': '1-3',
  '2.3': '1-4',
  '2.4': '1',
  '3.2': '1-2',
  '3.3': '1-4',
  '3.4': '1-6',
  '3.5': '1-5',
  '3.7': '1-2',
  '4.1': '1-3',
  '4.2': '1',
  '4.3': '1-2',
  '4.4': '1-4',
  '5.1': '1',
  '5.2': '1-3',
  '5.3': '1-2',
  '5.4': '1-3',
  '6.1': '1-3',
  '6.2': '1-12',
  '6.3': '1-4',
  '6.4': '1-4',
  '6.5': '1-5',
  '6.6': '1-3',
  '6.8': '1-4',
  '7.1': '1-3',
  '7.2': '1-4',
  '7.3': '1-2',
  '7.4': '1-5',
  '7.5': '1-2',
  '7.6': '1-2',
  '8.1': '1-2',
  '8.2': '1-3',
  '8.3': '1',
  '8.4': '1',
  '9.1': '1-3',
  '9.2': '1-4',
  '10.1': '1-2',
  '10.2': '1-2',
  '10.3': '1-4',
  '10.4': '1-11',
  '10.5': '1-5',
  '10.6': '1-2',
  '10.7': '1-3',
  '11.1': '1-2',
  '11.2': '1-3',
  '11.3': '1-3',
  '11.4': '1-4',
  '11.5': '1',
  '11.6': '1',
  '12.1': '1-3',
  '12.2': '1-2',
  '12.3': '1-4',
  '13.1': '1',
  '13.2': '1-5',
  '13.3': '1-2',
  '13.4': '1-5',
  '14.1': '1-2',
  '14.2': '1-4',
  '14.3': '1-3',
  '15.1': '1-3',
  '15.2': '1-3',
  '15.3': '1-7',
  '16.1': '1',
  '16.2': '1-5',
  '16.3': '1-4',
  '16.4': '1-3',
  '16.5': '1-3',
  '17.1': '1',
  '17.2': '1-4',
  '17.3': '1-2',
};

const numbers = (section: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, at) => `${section}.${first + at}`);
const partsOf = (item: string) => {
  const at = item.lastIndexOf('.');
  return [item.slice(0, at), Number(item.slice(at + 1))] as const;
};

describe('list of ASVS requirements', () => {
  it('has each number of levels 1 and 2 once, with a state', () => {
    const listed = ROWS.flatMap(({ from, to }) => {
      const [section, first] = partsOf(from);
      return numbers(section, first, partsOf(to)[1]);
    });
    const all = Object.entries(SECTIONS).flatMap(([section, range]) => {
      const [first = 1, last = first] = range.split('-').map(Number);
      return numbers(section, first, last);
    });
    expect(all).toHaveLength(253);
    expect([...listed].sort()).toEqual([...all].sort());
    for (const { about, state } of ROWS) {
      expect(about).not.toBe('');
      expect(state).toMatch(/^(met|by setting|n\/a|\*\*(decided|open)\*\*)/);
    }
  });

  it('names only files that exist', () => {
    const named = [...DOCUMENT.matchAll(/`((?:server|tests|docs|contract|deploy)\/[^`]+)`/g)].map(
      ([, file = '']) => file,
    );
    expect(named.length).toBeGreaterThan(40);
    const spelled = named.flatMap((file) => {
      const [, before = '', inside, after = ''] = /^(.*)\{(.*)\}(.*)$/.exec(file) ?? [];
      return inside ? inside.split(',').map((each) => before + each + after) : [file];
    });
    expect(spelled.filter((file) => !existsSync(file))).toEqual([]);
  });
});
