import { useEffect, useRef, useState } from 'react';
import { useStableCallback } from '../../components/useStableCallback.ts';
import { useForm } from './formContext.ts';

/** What a text means: a value, or why it means none. */
export interface Reading {
  value: unknown;
  problem?: string | undefined;
}

interface Typing {
  value: unknown;
  /** The value as the field shows it when nobody types. */
  format: (value: unknown) => string;
  read: (text: string) => Reading;
  change: (value: unknown) => void;
  setProblem: (text: string | undefined) => void;
}

/** How long after the last key what was typed is taken over, ms (FORMS.md 7). */
const PAUSE = 250;

/**
 * Text that is being typed stays in its field until a pause, Enter, blur, submit or unmount: a key renders one input.
 * What was typed is shown as long as the value is what it means; a value from outside shows itself.
 */
export function useTyped({ value, format, read, change, setProblem }: Typing) {
  const { store } = useForm();
  const [typed, setTyped] = useState<{ text: string; value: unknown; problem: boolean }>();
  const pending = useRef<string>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const flush = useStableCallback(() => {
    clearTimeout(timer.current);
    const text = pending.current;
    if (text === undefined) return;
    pending.current = undefined;
    const reading = read(text);
    setProblem(reading.problem);
    setTyped({ text, value: reading.value, problem: reading.problem !== undefined });
    change(reading.value);
  });
  useEffect(() => {
    const forget = store.fields.addFlush(flush);
    return () => {
      flush();
      forget();
    };
  }, [store, flush]);

  const isMine = typed !== undefined && (pending.current !== undefined || Object.is(typed.value, value));
  return {
    text: isMine ? typed.text : format(value),
    type: (text: string) => {
      pending.current = text;
      setTyped({ text, value: undefined, problem: false });
      clearTimeout(timer.current);
      timer.current = setTimeout(flush, PAUSE);
    },
    flush,
    /** On blur the value shows itself; a text that means nothing stays, with what is wrong with it. */
    leave: () => {
      flush();
      setTyped((known) => (known?.problem ? known : undefined));
    },
  };
}
