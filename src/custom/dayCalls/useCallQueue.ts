import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { DayCall } from '#contract/callcenter/agendas/nextContacts.ts';

interface OpenCall {
  call: DayCall | undefined;
  place: number;
  /** It has left the list while it was open: a colleague ended it, or it went to somebody else. */
  isGone: boolean;
}

/**
 * The call that is open; the address names it for a reload. A call that was made leaves the list, and the one that stood after it is
 * next; after the last one, what is left is begun again. One that leaves the list otherwise stays open with what is typed of it.
 */
export function useCallQueue(calls: readonly DayCall[]) {
  const [search, setSearch] = useSearchParams();
  const [hasAdvanced, setHasAdvanced] = useState(false);
  const [last, setLast] = useState<OpenCall | null>(() =>
    openCall(calls, Number(search.get('agenda')), null),
  );
  const open = openCall(calls, last?.call?.id, last);
  if (open.call !== last?.call || open.place !== last?.place || open.isGone !== last?.isGone) setLast(open);
  const { call: current, place, isGone } = open;
  /** `undefined` opens whatever comes next. */
  const show = (call: DayCall | undefined) => {
    setLast(call ? openCall(calls, call.id, null) : null);
    setSearch(call ? { agenda: `${call.id}` } : {}, { replace: true });
  };
  // The next one has taken the place of a call that is gone.
  const after = (steps: number) =>
    calls[(place + steps - (isGone && steps > 0 ? 1 : 0) + calls.length) % calls.length];
  const go = (call: DayCall) => {
    setHasAdvanced(false);
    show(call);
  };
  return {
    current,
    place,
    isGone,
    go,
    hasAdvanced,
    walk: (steps: number) => {
      const next = after(steps);
      if (next) go(next);
    },
    advance: () => {
      const next = after(1);
      show(next?.id === current?.id ? undefined : next);
      setHasAdvanced(next?.id !== current?.id);
    },
  };
}

/** The call of this number, or the one that was open, as it was last seen; otherwise the first. */
function openCall(calls: readonly DayCall[], wanted: number | undefined, last: OpenCall | null): OpenCall {
  const place = calls.findIndex(({ id }) => id === wanted);
  if (place >= 0) return { call: calls[place], place, isGone: false };
  if (last?.call) return { ...last, isGone: true };
  return { call: calls[0], place: 0, isGone: false };
}
