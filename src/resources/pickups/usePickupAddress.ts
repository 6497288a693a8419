import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What the address opens over the list; `null` is the list alone, and `undefined` leads nowhere. */
export type OpenPickup = number | 'gerar' | null | undefined;

/** `/coletas`, `/coletas/12`, `/coletas/gerar`: what is open stands in the address, with the filters of the list. */
export function usePickupAddress() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const addressOf = useCallback((segment: number | 'gerar') => `/coletas/${segment}${search}`, [search]);
  const close = useCallback(() => navigate(`/coletas${search}`), [navigate, search]);
  const open = useCallback(
    (segment: number | 'gerar') => navigate(addressOf(segment)),
    [navigate, addressOf],
  );
  return { opened: openedBy(pathname), addressOf, open, close };
}

function openedBy(pathname: string): OpenPickup {
  const segment = pathname.replace(/^\/coletas\/?/, '').replace(/\/$/, '');
  if (segment === '') return null;
  if (segment === 'gerar') return 'gerar';
  return /^\d{1,9}$/.test(segment) ? Number(segment) : undefined;
}
