import { useEffect, useState } from 'react';
import type { Conflict } from '../../../contract/conflict.ts';
import { isEqual } from '../../lean/isEqual.ts';
import { useStableCallback } from '../components/useStableCallback.ts';
import { type ConflictState, type Held, useConflict } from './useConflict.ts';

interface HeldRecord<T extends object> {
  /** The version of the record that was read; 0 for one that is made. */
  versao: number;
  initial: T;
  /** Who wrote the version that was read anew, where it is known. */
  by?: Pick<Conflict, 'por' | 'em'> | undefined;
  /** The form of a record as its reading route answers it. */
  read: (state: never) => T;
}

export interface HeldForm<T extends object> extends ConflictState<T> {
  value: T;
  base: T;
  changed: boolean;
  set: (part: Partial<T>) => void;
  /** The whole form at once, where fields go as well as come. */
  replace: (value: T) => void;
  /** Takes back what was typed. */
  reset: () => void;
}

/** A form over a record that others change too: what is typed, whether that is something, and the conflict over it. */
export function useHeldForm<T extends object>({ versao, initial, by, read }: HeldRecord<T>): HeldForm<T> {
  const [held, setHeld] = useState<Held<T>>({ value: initial, base: initial, versao });
  const conflict = useConflict<T>({ held, onChange: setHeld, read });
  const readAnew = useStableCallback(() => {
    if (versao > held.versao) conflict.readAnew(initial, { por: null, em: null, ...by, versao });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version is what tells that it was read anew
  useEffect(readAnew, [versao, readAnew]);
  return {
    ...conflict,
    value: held.value,
    base: held.base,
    changed: !isEqual(held.value, held.base),
    set: (part) => setHeld((before) => ({ ...before, value: { ...before.value, ...part } })),
    replace: (value) => setHeld((before) => ({ ...before, value })),
    reset: () => setHeld((before) => ({ ...before, value: before.base })),
  };
}
