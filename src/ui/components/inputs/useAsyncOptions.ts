import { useEffect, useState } from 'react';
import { useStableCallback } from '../useStableCallback.ts';

interface Search<Option> {
  load: (term: string, signal: AbortSignal) => Promise<readonly Option[]>;
  term: string;
  debounceMs: number;
  enabled: boolean;
}

interface Found<Option> {
  options: readonly Option[];
  loading: boolean;
  error: string | undefined;
}

const FAILED = 'Não foi possível buscar. Digite de novo para tentar.';

/** Options for a typed term. Only the newest question's answer counts; the ones before are aborted. */
export const useAsyncOptions = <Option>({
  load,
  term,
  debounceMs,
  enabled,
}: Search<Option>): Found<Option> => {
  const [found, setFound] = useState<Found<Option>>({ options: [], loading: false, error: undefined });
  const ask = useStableCallback(load);

  useEffect(() => {
    if (!enabled) {
      setFound({ options: [], loading: false, error: undefined });
      return;
    }
    const abort = new AbortController();
    setFound({ options: [], loading: true, error: undefined });
    const run = async () => {
      try {
        const options = await ask(term.trim(), abort.signal);
        if (!abort.signal.aborted) setFound({ options, loading: false, error: undefined });
      } catch (error) {
        const text = error instanceof Error && error.message ? error.message : FAILED;
        if (!abort.signal.aborted) setFound({ options: [], loading: false, error: text });
      }
    };
    // Opening is no typing: the first list comes at once.
    const timer = setTimeout(run, term === '' ? 0 : debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [ask, term, debounceMs, enabled]);

  return found;
};
