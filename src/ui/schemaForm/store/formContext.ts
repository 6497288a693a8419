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
import { isMask } from '../../../../contract/rules/privacy/masks.ts';
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

/** 'Contato 2', for the names of its fields in the summary. */
export const ItemLabel = createContext('');

/** What belongs to a group without being a field of it, by the group's pointer. */
export const GroupParts = createContext<Readonly<Record<string, ReactNode>>>({});

/** The value of one field: its component renders when it changes, and only then. */
export function useFieldValue(store: FormStore, pointer: string): unknown {
  const read = useCallback(() => store.valueAt(pointer), [store, pointer]);
  return useSyncExternalStore(store.subscribe, read);
}

/** The mask that a field holds in the place of what the person may not see; null where it holds none. */
export function useMask(store: FormStore, pointer: string): string | null {
  const read = useCallback(() => {
    const value = store.valueAt(pointer);
    return isMask(value) ? String(value) : null;
  }, [store, pointer]);
  return useSyncExternalStore(store.subscribe, read);
}

/** What the field says is wrong with it. */
export function useFieldError(store: FormStore, pointer: string, deep: boolean): string | undefined {
  const read = useCallback(() => store.errors.textAt(pointer, deep), [store, pointer, deep]);
  return useSyncExternalStore(store.subscribe, read);
}

interface Typing {
  /** Of the value. */
  pointer: string;
  /** The value as the field shows it when nobody types. */
  format: (value: unknown) => string;
  read: (text: string) => Reading;
  change: (value: unknown) => void;
  setProblem: (text: string | undefined) => void;
}

/** How long after the last key what was typed is taken over, ms (FORMS.md 7). */
const PAUSE = 250;

/**
 * Text that is being typed stays in its field until a pause, Enter, blur, submit or unmount: a key renders one input,
 * and taking the text over renders none. What was typed is shown as long as the value is what it means; a value from
 * outside shows itself. A text that means nothing comes back with its field when that was away, and blocks again.
 */
export function useTyped({ pointer, format, read, change, setProblem }: Typing) {
  const { store } = useForm();
  const typed = useRef<Typed>(store.fields.texts.get(pointer));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [, render] = useReducer((count: number) => count + 1, 0);
  const shown = useCallback(() => {
    const known = typed.current;
    const value = store.valueAt(pointer);
    return known && (known.pending || Object.is(known.value, value)) ? known.text : format(value);
  }, [store, pointer, format]);
  const text = useSyncExternalStore(store.subscribe, shown);

  const flush = useStableCallback(() => {
    clearTimeout(timer.current);
    const known = typed.current;
    if (!known?.pending) return;
    const reading = read(known.text);
    typed.current = { ...reading, text: known.text, pending: false };
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
    // It came back, or its row of a list moved: what is wrong with it is said of this place.
    if (typed.current?.problem !== undefined) say(typed.current.problem);
    return () => {
      keep(pointer);
      left();
      // What is not asked for any more keeps nobody.
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
    /** On blur the value shows itself; a text that means nothing stays, with what is wrong with it. */
    leave: () => {
      flush();
      if (typed.current?.problem !== undefined) return;
      typed.current = undefined;
      render();
    },
  };
}
