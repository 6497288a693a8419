import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DayCall } from '#contract/callcenter/agendas/nextContacts.ts';

/**
 * The call that is open, which the address names. A call that was made leaves the list, and the one that stood after it is next; after
 * the last one, what is left is begun again.
 */
export function useCallQueue(calls: readonly DayCall[]) {
  const [search, setSearch] = useSearchParams();
  const [hasAdvanced, setHasAdvanced] = useState(false);
  const wanted = Number(search.get('agenda'));
  const place = Math.max(
    calls.findIndex(({ id }) => id === wanted),
    0,
  );
  const current = calls[place];
  const go = (id: number) => {
    setHasAdvanced(false);
    setSearch({ agenda: `${id}` }, { replace: true });
  };
  const after = (steps: number) => calls[(place + steps + calls.length) % calls.length];
  return {
    current,
    place,
    go,
    hasAdvanced,
    walk: (steps: number) => {
      const next = after(steps);
      if (next) go(next.id);
    },
    advance: () => {
      const next = after(1);
      if (!next) return;
      go(next.id);
      setHasAdvanced(true);
    },
  };
}
