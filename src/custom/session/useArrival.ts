import { useEffect, useState } from 'react';
import { ensureLoad } from '../../dataProvider/initialLoad.ts';
import { currentLoad, rememberedPerson, takeDestination } from '../../dataProvider/session.ts';

/**
 * Where somebody goes who comes to the sign-in page signed in, by 'back' or by the address: the page is never shown to
 * them. `null` for everybody else; 'asking' while the server is asked whether a session of before still holds.
 */
export function useArrival(): string | null {
  // Taken once, on arrival: whoever signs in here leaves by themselves.
  const [arrival, setArrival] = useState(() =>
    currentLoad() ? takeDestination() : rememberedPerson() ? 'asking' : null,
  );
  useEffect(() => {
    if (arrival !== 'asking') return;
    ensureLoad().then(
      () => setArrival(takeDestination()),
      () => setArrival(null),
    );
  }, [arrival]);
  return arrival;
}
