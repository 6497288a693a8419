import { useEffect, useRef } from 'react';

interface Awaited<Option> {
  term: string;
  loading: boolean;
  options: readonly Option[];
  choose: (option: Option) => void;
}

/**
 * Enter in a search list before its answer is there: the only option that the words find is chosen when it comes; of
 * several one is chosen by hand, and the list says where there is none. The form around it is not sent.
 */
export function useAwaitedEnter<Option>({ term, loading, options, choose }: Awaited<Option>) {
  const awaited = useRef<string>(undefined);
  const marked = useRef(false);
  useEffect(() => {
    if (awaited.current === undefined || loading) return;
    const isAsked = awaited.current === term;
    awaited.current = undefined;
    const [only, more] = options;
    if (isAsked && only !== undefined && more === undefined) choose(only);
  });
  return {
    /** An option is marked: Enter takes that one. */
    walked: (on: boolean) => {
      marked.current = on;
    },
    press: (event: { preventDefault: () => void }) => {
      if (marked.current || term === '') return;
      event.preventDefault();
      const [only, more] = options;
      if (loading) awaited.current = term;
      else if (only !== undefined && more === undefined) choose(only);
    },
  };
}
