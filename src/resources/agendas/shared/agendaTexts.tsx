import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaSituation } from '#contract/catalogs/callCenter.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { currentInitialLoad } from '#data/session.ts';
import { StatusChip } from '#ui/components/display/Chips.tsx';

/** 'DD/MM/YYYY às HH:mm' on the clock of the agenda's branch (document 001 section 2). */
export const whenText = (instant: string, zone: string): string =>
  formatDateTime(instant, zone).replace(' ', ' às ');

export const SituationChip = ({ situacao }: Pick<AgendaRow, 'situacao'>) => (
  <StatusChip value={situacao.valor} catalog={agendaSituation} />
);

/** Whether the person may name another collaborator; the server makes the actual decision (document 002 section 6). */
export const seesOthersAgendas = (): boolean =>
  ['ADMIN', 'GERENTE', 'SUPERVISOR'].includes(currentInitialLoad()?.colaborador.tipo ?? '');

/** Query keys of everything that shows agendas: lists, calendar, counters, panel tabs and the customer's activity log. */
const SHOWS_AGENDAS = /agendas|registro-atividade/;

/** Refetches everything that shows agendas after one of them changed. */
export function useAgendaRefresh() {
  const client = useQueryClient();
  return useCallback(
    () =>
      client.invalidateQueries({
        predicate: ({ queryKey }) =>
          queryKey.slice(0, 2).some((part) => typeof part === 'string' && SHOWS_AGENDAS.test(part)),
      }),
    [client],
  );
}
