import { describe, expect, it } from '@jest/globals';
import type { Route, Routes } from '#contract/route.ts';
import { DOORS, type Door, type DoorTable, doors } from './doorTable.ts';

/** Calls that are no door: they only read, they end something, or they are about the person who calls. */
type NoDoor = 'READS' | 'ENDS' | 'OWN';

/** The keys of the routes that write: every method but GET, and the GETs that the documents give to commands. */
type Writes<R> = {
  [K in keyof R]: R[K] extends { method: 'GET' } ? (R[K] extends { idempotent: true } ? K : never) : K;
}[keyof R];

/** The door of each call that writes one of these nouns. A new call does not compile without one. */
export type DoorsOf<N> = {
  readonly [K in keyof N]: Readonly<Record<Writes<N[K]>, Door | NoDoor>>;
};

const writes = ({ method, idempotent }: Route) => method !== 'GET' || idempotent === true;

/** Tests that every call that writes has a door, and every such door a rule that is tried there. */
export function knowEveryWrite<N extends Record<string, object>, W>(
  nouns: N,
  doorOf: { readonly [K in keyof N]: Readonly<Record<string, Door | NoDoor>> },
  table: DoorTable<string, W>,
): void {
  const tried = new Set<string>(
    doors.filter((door) => Object.values(table).some((row) => typeof row[door] === 'function')),
  );
  describe('calls that write', () => {
    it.each(Object.keys(nouns))('%s: each has its door', (noun) => {
      const found = Object.entries<Route>(nouns[noun] as Routes).flatMap(([key, route]) =>
        writes(route) ? [key] : [],
      );
      const given = doorOf[noun as keyof N];
      expect(Object.keys(given).sort()).toEqual(found.sort());
      expect(Object.values(given).filter((door) => door in DOORS && !tried.has(door))).toEqual([]);
    });
  });
}
