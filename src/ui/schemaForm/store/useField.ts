import { useCallback, useSyncExternalStore } from 'react';
import type { FormStore } from './FormStore.ts';

/** The value of one field: its component renders when it changes, and only then. */
export function useFieldValue(store: FormStore, pointer: string): unknown {
  const read = useCallback(() => store.valueAt(pointer), [store, pointer]);
  return useSyncExternalStore(store.subscribe, read);
}

/** What the field says is wrong with it. */
export function useFieldError(store: FormStore, pointer: string, deep: boolean): string | undefined {
  const read = useCallback(() => store.errors.textAt(pointer, deep), [store, pointer, deep]);
  return useSyncExternalStore(store.subscribe, read);
}
