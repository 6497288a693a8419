import { isEqual } from '../../lean/isEqual.ts';

export interface Merged<T> {
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
