import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useReducer,
  useRef,
  useSyncExternalStore,
} from 'react';
import { isMask } from '#contract/rules/privacy/masks.ts';
import { useStableCallback } from '../../components/useStableCallback.ts';
import type { Reading, Typed } from './FormFields.ts';
import type { FormStore } from './FormStore.ts';

interface FormContent {
  store: FormStore;
  columns: 1 | 2;
  disabled: boolean;
  optionQuery: Record<string, unknown> | undefined;
}

export const FormContext = createContext<FormContent | null>(null);

export function useForm(): FormContent {
  const content = useContext(FormContext);
  if (!content) throw new Error('a field outside of its form');
  return content;
}

/** Label of a list item, 'Contato 2', which precedes its field names in the summary. */
export const ItemLabel = createContext('');

/** Content that belongs to a group without being one of its fields, by the group's pointer. */
export const GroupParts = createContext<Readonly<Record<string, ReactNode>>>({});

/** The value of one field; the component re-renders only when that value changes. */
export function useFieldValue(store: FormStore, pointer: string): unknown {
  const read = useCallback(() => store.valueAt(pointer), [store, pointer]);
  return useSyncExternalStore(store.subscribe, read);
}

/** The mask shown in place of a value that the person may not see; null if the value is not masked. */
export function useMask(store: FormStore, pointer: string): string | null {
  const read = useCallback(() => {
    const value = store.valueAt(pointer);
    return isMask(value) ? String(value) : null;
  }, [store, pointer]);
  return useSyncExternalStore(store.subscribe, read);
}

/** The error that the field currently shows. */
export function useFieldError(store: FormStore, pointer: string, deep: boolean): string | undefined {
  const read = useCallback(() => store.errors.textAt(pointer, deep), [store, pointer, deep]);
  return useSyncExternalStore(store.subscribe, read);
}

interface Typing {
  /** Pointer of the value. */
  pointer: string;
  /** The value as displayed when the field is not being edited. */
  format: (value: unknown) => string;
  read: (text: string) => Reading;
  change: (value: unknown) => void;
  setProblem: (text: string | undefined) => void;
}

/** Milliseconds after the last keystroke until the text is committed (docs/domain.md 14.7). */
const PAUSE = 250;

/**
 * Typed text stays in its field until a pause, Enter, blur, submit or unmount: a keystroke renders a single input, and
 * committing the text renders nothing. The text is displayed as long as it represents the current value; a value from outside
 * replaces it. An invalid text is restored when its field is rendered again, and blocks again.
 */
export function useBufferedInput({ pointer, format, read, change, setProblem }: Typing) {
  const { store } = useForm();
  const typed = useRef<Typed>(store.fields.texts.get(pointer));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const shown = useCallback(() => {
    const typedNow = typed.current;
    const value = store.valueAt(pointer);
    return typedNow && (typedNow.pending || Object.is(typedNow.value, value)) ? typedNow.text : format(value);
  }, [store, pointer, format]);
  const text = useSyncExternalStore(store.subscribe, shown);

  const flush = useStableCallback(() => {
    clearTimeout(timer.current);
    const typedNow = typed.current;
    if (!typedNow?.pending) return;
    const reading = read(typedNow.text);
    typed.current = { ...reading, text: typedNow.text, pending: false };
    setProblem(reading.problem);
    change(reading.value);
  });
  const keep = useStableCallback((known: string) => {
    flush();
    const wrong = typed.current?.problem === undefined ? undefined : typed.current;
    if (wrong) store.fields.texts.set(known, wrong);
    else store.fields.texts.delete(known);
  });
  const say = useStableCallback((problem: string | undefined) => setProblem(problem));
  useEffect(() => {
    const left = store.fields.addTyping({
      pointer,
      flush,
      forget: () => {
        clearTimeout(timer.current);
        typed.current = undefined;
      },
    });
    // The field was restored, or its list row moved: the problem is reported under the current pointer.
    if (typed.current?.problem !== undefined) say(typed.current.problem);
    return () => {
      keep(pointer);
      left();
      // A field that is no longer asked for must not block.
      if (!store.isShown(pointer)) say(undefined);
    };
  }, [store, pointer, flush, keep, say]);

  return {
    text,
    type: (next: string) => {
      typed.current = { text: next, value: undefined, pending: true };
      render();
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, PAUSE);
    },
    flush,
    /** On blur, a valid value is displayed formatted; an invalid text stays, with its error. */
    leave: () => {
      flush();
      if (typed.current?.problem !== undefined) return;
      typed.current = undefined;
      render();
    },
  };
}
