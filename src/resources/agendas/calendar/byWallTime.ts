import type { AgendaRow } from '../../../../contract/callcenter/agendaShapes.ts';
import { localTime } from '../../../../contract/rules/zonedTime.ts';

/** In the order of the times that are shown: branches of several zones share a day. */
export const byWallTime = (rows: readonly AgendaRow[]): AgendaRow[] => {
  const timeOf = ({ data_agendada, filial }: AgendaRow) => localTime(data_agendada, filial.fuso);
  return [...rows].sort((a, b) => timeOf(a).localeCompare(timeOf(b)) || a.id - b.id);
};
