import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { DEFAULT_GRANTS, type Permission } from '#contract/permissions.ts';
import { drawerLevels, MOST_ENTRIES } from '#src/shell/drawerLevels.ts';
import { laterGroups } from '#src/shell/laterEntries.ts';
import { drawerGroups, entryOf, type ShellGroup } from '#src/shell/screens.ts';

const ALL = [...drawerGroups, ...laterGroups];

/** The groups of somebody who holds these permissions. */
const groupsOf = (holds: (permission: Permission) => boolean): ShellGroup[] =>
  ALL.map((group) => ({
    ...group,
    entries: group.entries.filter(({ permission, also }) => holds(permission) || also?.some(holds)),
  })).filter(({ entries }) => entries.length > 0);

const pathsOf = (groups: readonly ShellGroup[]) =>
  groups.flatMap(({ entries }) => entries.map(({ path }) => path));

describe('levels of the drawer', () => {
  it.each(Object.entries(DEFAULT_GRANTS))('show %s at most ten entries at first', (_role, grants) => {
    const groups = groupsOf((permission) => (grants as readonly string[]).includes(permission));
    const levels = drawerLevels({ groups, favourites: [], current: '/home', all: false });
    expect(pathsOf(levels.first).length).toBeLessThanOrEqual(MOST_ENTRIES);
    expect(pathsOf(levels.first)[0]).toBe('/home');
    expect(
      pathsOf(levels.first).some((path) => levels.second.some((group) => pathsOf([group]).includes(path))),
    ).toBe(false);
  });

  it('lose no entry and repeat none, whatever is marked and open', () => {
    const paths = pathsOf(ALL);
    fc.assert(
      fc.property(
        fc.subarray(paths),
        fc.subarray(paths),
        fc.constantFrom(...paths),
        fc.boolean(),
        (held, favourites, open, all) => {
          const groups = ALL.map((group) => ({
            ...group,
            entries: group.entries.filter(({ path }) => held.includes(path)),
          })).filter(({ entries }) => entries.length > 0);
          const current = held.includes(open) ? open : undefined;
          const { first, second, more, inSecond } = drawerLevels({ groups, favourites, current, all });
          const shown = pathsOf(first);
          expect(new Set(shown).size).toBe(shown.length);
          const reached = new Set([...shown, ...pathsOf(second)]);
          expect(held.filter((path) => !reached.has(path))).toHaveLength(more);
          // What is open is in sight: in the first level, or in the second, which then stands in its place.
          if (current) expect(shown.includes(current) || inSecond).toBe(true);
          expect(shown.slice(0, favourites.filter((path) => held.includes(path)).length)).toEqual(
            favourites.filter((path) => held.includes(path)),
          );
        },
      ),
    );
  });

  const operator = groupsOf((permission) =>
    (DEFAULT_GRANTS.OPERADOR as readonly string[]).includes(permission),
  );

  it('fold only where there is something to leave out', () => {
    const few = operator.map((group) => ({ ...group, entries: group.entries.slice(0, 1) })).slice(0, 3);
    const given = { favourites: [], current: '/home' };
    for (const all of [false, true]) {
      expect(drawerLevels({ ...given, groups: few, all })).toMatchObject({ folds: false, more: 0 });
      expect(drawerLevels({ ...given, groups: ALL, all }).folds).toBe(true);
    }
  });

  it('show the open entry that they would leave out, where its group stands', () => {
    const given = { groups: ALL, favourites: [], all: false };
    const { first, second } = drawerLevels({ ...given, current: undefined });
    const sight = new Set([...pathsOf(first), ...pathsOf(second)]);
    const left = pathsOf(ALL).filter((path) => !sight.has(path));
    expect(left.length).toBeGreaterThan(0);
    for (const current of left) {
      const opened = drawerLevels({ ...given, current });
      expect(pathsOf(opened.first)).toContain(current);
      expect(pathsOf(opened.first)).toHaveLength(pathsOf(first).length + 1);
      expect(opened.more).toBe(left.length - 1);
    }
  });

  it('give a screen to one entry only', () => {
    for (const { path } of ALL.flatMap(({ entries }) => entries)) expect(entryOf(path, ALL)?.path).toBe(path);
  });
});
