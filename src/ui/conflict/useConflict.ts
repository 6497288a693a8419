import { useEffect, useRef, useState } from 'react';
import type { Route } from '../../../contract/route.ts';
import type { Conflict } from '../../../contract/sharedShapes.ts';
import { CallFailure } from '../../dataProvider/failure.ts';
import { isEqual } from '../../lean/isEqual.ts';
import { useStableCallback } from '../components/useStableCallback.ts';

/** A form over a record: as it is typed, as it was read, and the version that it was read with. */
export interface Held<T> {
  value: T;
  base: T;
  versao: number;
}

type Key<T> = keyof T & string;

type Side = 'theirs' | 'mine';

type Change = Pick<Conflict, 'por' | 'em' | 'versao'>;

interface Open<T extends object> extends Pick<Merged<T>, 'taken' | 'disputed'> {
  by: Change;
  base: T;
  theirs: T;
  /** As it was typed when the conflict came. */
  mine: T;
  chosen: Partial<Record<Key<T>, Side>>;
}

/** What the view shows of a conflict. */
export interface ShownConflict<T extends object> {
  open: Open<T> | null;
  /** A field that both changed is not decided yet: nothing may be sent. */
  undecided: boolean;
  choose: (key: Key<T>, side: Side) => void;
}

export interface ConflictState<T extends object> extends ShownConflict<T> {
  /**
   * Sends what `command` makes of a version. A conflict over fields of this form opens the view and answers `null`;
   * one over what the form does not show is no conflict, and is sent again with the version that stands.
   */
  send: <A>(command: (versao: number) => Promise<A>) => Promise<A | null>;
  /**
   * The record was read anew. What was not touched follows it; the view opens where something was typed. While a
   * command is under way its own answer tells what came of it.
   */
  readAnew: (theirs: T, by: Change) => void;
}

interface ConflictForm<T extends object> {
  held: Held<T>;
  onChange: (held: Held<T>) => void;
  /** The form of a record as its reading route answers it. */
  read: (state: never) => T;
}

/** One way to go on when somebody else was faster, for every form that sends a `versao`. */
export function useConflict<T extends object>({ held, onChange, read }: ConflictForm<T>): ConflictState<T> {
  const [open, setOpen] = useState<Open<T> | null>(null);
  // What is typed while a call is under way belongs to the form as well.
  const latest = useRef(held);
  latest.current = held;
  const meet = (theirs: T, by: Change): boolean => {
    const { base, value: mine } = latest.current;
    const { value, taken, disputed } = merged(base, theirs, mine);
    onChange({ value, base: theirs, versao: by.versao });
    if (taken.length + disputed.length === 0) return false;
    setOpen({ by, base, theirs, mine, taken, disputed, chosen: {} });
    return true;
  };
  const running = useRef(false);
  const send = async <A>(command: (versao: number) => Promise<A>): Promise<A | null> => {
    running.current = true;
    try {
      const answer = await command(latest.current.versao);
      setOpen(null);
      return answer;
    } catch (error) {
      const at = conflictOf(error);
      if (!at) throw error;
      return meet(read(at.estado as never), at) ? null : await command(at.versao);
    } finally {
      running.current = false;
    }
  };
  const choose = (key: Key<T>, side: Side) => {
    if (!open) return;
    setOpen({ ...open, chosen: { ...open.chosen, [key]: side } });
    onChange({ ...held, value: { ...held.value, [key]: open[side][key] } });
  };
  const undecided = open?.disputed.some((key) => !open.chosen[key]) ?? false;
  const readAnew = (theirs: T, by: Change) => {
    if (running.current) return;
    const { value, base } = latest.current;
    // Who has typed nothing sees what stands, and need not be told of it.
    if (isEqual(value, base)) onChange({ value: theirs, base: theirs, versao: by.versao });
    else meet(theirs, by);
  };
  return { open, undecided, choose, send, readAnew };
}

/** The current state that a refusal carries; back ends that carry none are answered by their sentence alone. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof CallFailure) || error.status !== 409) return null;
  const { atual } = (error.body ?? {}) as { atual?: Partial<Conflict> };
  if (typeof atual?.versao !== 'number' || typeof atual.estado !== 'object' || atual.estado === null)
    return null;
  return { versao: atual.versao, por: atual.por ?? null, em: atual.em ?? null, estado: atual.estado };
}

interface Merged<T> {
  /** Theirs where this person changed nothing, mine everywhere else. */
  value: T;
  /** What they changed and this person did not. */
  taken: (keyof T & string)[];
  /** What both changed, each to something else: a person decides. */
  disputed: (keyof T & string)[];
}

/**
 * Three-way merge of a form, field by field: `base` as both began, `theirs` as it stands now, `mine` as it is typed.
 * Nothing typed is ever replaced, and nothing that others wrote is lost where this person had nothing to say of it.
 */
export function merged<T extends object>(base: T, theirs: T, mine: T): Merged<T> {
  const value = { ...mine };
  const taken: Merged<T>['taken'] = [];
  const disputed: Merged<T>['disputed'] = [];
  for (const key of Object.keys({ ...base, ...theirs }) as (keyof T & string)[]) {
    if (isEqual(theirs[key], base[key]) || isEqual(theirs[key], mine[key])) continue;
    if (isEqual(mine[key], base[key])) {
      value[key] = theirs[key];
      taken.push(key);
    } else disputed.push(key);
  }
  return { value, taken, disputed };
}

interface HeldRecord<T extends object> {
  /** The version of the record that was read; 0 for one that is made. */
  versao: number;
  initial: T;
  /** Who wrote the version that was read anew, where it is known. */
  by?: Pick<Conflict, 'por' | 'em'> | undefined;
  /** The form of a record as its reading route answers it. */
  read: (state: never) => T;
}

interface HeldForm<T extends object> extends ConflictState<T> {
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

interface Titled {
  title?: string;
  anyOf?: readonly Titled[];
}

/** What may be null has its title a level below. */
const titleOf = ({ title, anyOf = [] }: Titled): string | undefined =>
  title ?? anyOf.map(titleOf).find(Boolean);

/** What the contract calls the fields of a route's body. */
export const fieldLabels = ({ body }: Pick<Route, 'body'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body?.properties ?? {}).flatMap(([key, schema]) => {
      const title = titleOf(schema as Titled);
      return title ? [[key, title]] : [];
    }),
  );
