import type { AgendaRow } from '../../../contract/callcenter/agendaShapes.ts';
import { agendaSituation } from '../../../contract/catalogs/callCenter.ts';
import { formatDateTime } from '../../../contract/rules/calendarDate.ts';
import { StatusChip } from '../../ui/components/display/Chips.tsx';

/** 'DD/MM/YYYY às HH:mm' on the clock of the agenda's branch (document 001 section 2). */
export const whenText = (instant: string, zone: string): string =>
  formatDateTime(instant, zone).replace(' ', ' às ');

export const SituationChip = ({ situacao }: Pick<AgendaRow, 'situacao'>) => (
  <StatusChip value={situacao.valor} catalog={agendaSituation} />
);
