import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What the address shows; `undefined` leads nowhere. */
export type AgendaView = { kind: 'list'; open: number | null } | { kind: 'calendar' } | undefined;

/** `/agendas`, `/agendas/12` (over the list, with its filters), `/agendas/calendario`. */
export function useAgendaAddress() {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const addressOf = useCallback((id: number) => `/agendas/${id}${search}`, [search]);
  const close = useCallback(() => navigate(`/agendas${search}`), [navigate, search]);
  return { view: viewOf(pathname), addressOf, close };
}

function viewOf(pathname: string): AgendaView {
  const segment = pathname.replace(/^\/agendas\/?/, '').replace(/\/$/, '');
  if (segment === '') return { kind: 'list', open: null };
  if (segment === 'calendario') return { kind: 'calendar' };
  return /^\d{1,9}$/.test(segment) ? { kind: 'list', open: Number(segment) } : undefined;
}
