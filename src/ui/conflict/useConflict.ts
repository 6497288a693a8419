import type { TSchema } from '@sinclair/typebox';
import { useEffect, useRef, useState } from 'react';
import { titleOf } from '#contract/field.ts';
import type { Route } from '#contract/route.ts';
import type { Conflict } from '#contract/sharedShapes.ts';
import { CallFailure } from '#data/http.ts';
import { isEqual } from '#src/lean/isEqual.ts';
import { useStableCallback } from '../components/useStableCallback.ts';

/** The state of a form over a record: the edited value, the value as loaded, and the version it was loaded with. */
export interface VersionedValue<T> {
  value: T;
  base: T;
  versao: number;
}

type Key<T> = keyof T & string;

export type Side = 'theirs' | 'mine';

type Change = Pick<Conflict, 'por' | 'em' | 'versao'>;

interface Open<T extends object> extends Pick<Merged<T>, 'taken' | 'disputed'> {
  by: Change;
  base: T;
  theirs: T;
  /** The edited value at the time of the conflict. */
  mine: T;
  chosen: Partial<Record<Key<T>, Side>>;
}

/** What the conflict view displays. */
export interface ShownConflict<T extends object> {
  open: Open<T> | null;
  /** Whether a field changed by both is still undecided, in which case nothing may be sent. */
  undecided: boolean;
  choose: (key: Key<T>, side: Side) => void;
}

export interface ConflictState<T extends object> extends ShownConflict<T> {
  /**
   * Runs `command` with a version. A conflict in fields of this form opens the view and returns `null`; a change to anything
   * that the form does not show is not a conflict, and `command` is run again with the current version.
   */
  send: <A>(command: (versao: number) => Promise<A>) => Promise<A | null>;
  /**
   * Called when the record was refetched. Untouched fields are updated; the view opens if there are conflicting edits. While
   * a command is running, its own response determines the result.
   */
  onRefetched: (theirs: T, by: Change) => void;
}

interface ConflictForm<T extends object> {
  held: VersionedValue<T>;
  onChange: (held: VersionedValue<T>) => void;
  /** Converts a record, as returned by its read route, to the form's value. */
  read: (state: never) => T;
  settle?: Settle<T> | undefined;
}

/** The value after a change, where fields depend on others: an option on its segment, a reason on the day it is for. */
export type Settle<T> = (after: T, before: T) => T;

const asItIs = <T>(after: T): T => after;

/** The shared conflict handling for every form that sends a `versao`. */
export function useConflict<T extends object>(form: ConflictForm<T>): ConflictState<T> {
  const { held, onChange, read, settle = asItIs } = form;
  const [open, setOpen] = useState<Open<T> | null>(null);
  // Input typed during a call belongs to the form as well.
  const latest = useRef(held);
  latest.current = held;
  const meet = (theirs: T, by: Change): boolean => {
    const { base, value: mine } = latest.current;
    const { value, taken, disputed } = mergeThreeWay(base, theirs, mine);
    onChange({ value: settle(value, mine), base: theirs, versao: by.versao });
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
    onChange({ ...held, value: settle({ ...held.value, [key]: open[side][key] }, held.value) });
  };
  const undecided = open?.disputed.some((key) => !open.chosen[key]) ?? false;
  const onRefetched = (theirs: T, by: Change) => {
    if (running.current) return;
    const { value, base } = latest.current;
    // A person who has typed nothing sees the current values, and need not be notified.
    if (isEqual(value, base)) onChange({ value: theirs, base: theirs, versao: by.versao });
    else meet(theirs, by);
  };
  return { open, undecided, choose, send, onRefetched: onRefetched };
}

/** The current state included in a refusal; for back ends that do not include it, only their message is shown. */
export function conflictOf(error: unknown): Conflict | null {
  if (!(error instanceof CallFailure) || error.status !== 409) return null;
  const { atual } = (error.body ?? {}) as { atual?: Partial<Conflict> };
  if (typeof atual?.versao !== 'number' || typeof atual.estado !== 'object' || atual.estado === null)
    return null;
  return { versao: atual.versao, por: atual.por ?? null, em: atual.em ?? null, estado: atual.estado };
}

interface Merged<T> {
  /** The other user's value where this person changed nothing, and this person's value everywhere else. */
  value: T;
  /** Fields that only the other user changed. */
  taken: (keyof T & string)[];
  /** Fields that both changed to different values, to be decided by the person. */
  disputed: (keyof T & string)[];
}

/**
 * Three-way merge of a form, field by field: `base` is the common starting point, `theirs` the current state, `mine` the
 * edited value. No edit is ever replaced, and no change by others is lost where this person changed nothing.
 */
export function mergeThreeWay<T extends object>(base: T, theirs: T, mine: T): Merged<T> {
  const value = { ...mine };
  const takenOver: Merged<T>['taken'] = [];
  const disputed: Merged<T>['disputed'] = [];
  for (const key of Object.keys({ ...base, ...theirs }) as (keyof T & string)[]) {
    if (isEqual(theirs[key], base[key]) || isEqual(theirs[key], mine[key])) continue;
    if (isEqual(mine[key], base[key])) {
      value[key] = theirs[key];
      takenOver.push(key);
    } else disputed.push(key);
  }
  return { value, taken: takenOver, disputed };
}

interface HeldRecord<T extends object> {
  /** Version of the loaded record; 0 for a new one. */
  versao: number;
  initial: T;
  /** The author of the refetched version, if known. */
  by?: Pick<Conflict, 'por' | 'em'> | undefined;
  /** Converts a record, as returned by its read route, to the form's value. */
  read: (state: never) => T;
  settle?: Settle<T>;
}

interface VersionedForm<T extends object> extends ConflictState<T> {
  value: T;
  base: T;
  changed: boolean;
  set: (part: Partial<T>) => void;
  /** Replaces the whole value, when fields are removed as well as added. */
  replace: (value: T) => void;
  /** Discards the edits. */
  reset: () => void;
}

/** A form over a record that others may change too: the edited value, whether it has changes, and conflicts over it. */
export function useVersionedForm<T extends object>({
  versao,
  initial,
  by,
  read,
  settle = asItIs,
}: HeldRecord<T>): VersionedForm<T> {
  const [held, setHeld] = useState<VersionedValue<T>>({ value: initial, base: initial, versao });
  const conflict = useConflict<T>({ held, onChange: setHeld, read, settle });
  const refetched = useStableCallback(() => {
    if (versao > held.versao) conflict.onRefetched(initial, { por: null, em: null, ...by, versao });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new version means that the record was refetched
  useEffect(refetched, [versao, refetched]);
  return {
    ...conflict,
    value: held.value,
    base: held.base,
    changed: !isEqual(held.value, held.base),
    set: (part) =>
      setHeld((before) => ({ ...before, value: settle({ ...before.value, ...part }, before.value) })),
    replace: (value) => setHeld((before) => ({ ...before, value })),
    reset: () => setHeld((before) => ({ ...before, value: before.base })),
  };
}

/** The titles that the contract gives to the fields of a route's body. */
export const fieldLabels = ({ body }: Pick<Route, 'body'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(body?.properties ?? {}).flatMap(([key, schema]) => {
      const title = titleOf(schema as TSchema);
      return title ? [[key, title]] : [];
    }),
  );
