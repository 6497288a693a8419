import { formatCount } from '../../../../contract/rules/format.ts';
import type { ReportRun } from '../../../../contract/sac/reportDesk.ts';
import { secondsText } from '../../../custom/reportViewer/resultText.ts';
import type { Column } from '../../../ui/components/DataTable/columns.ts';
import { StatusChip } from '../../../ui/components/display/Chips.tsx';
import { RelativeDate } from '../../../ui/components/display/RelativeDate.tsx';
import { runStates } from './runFilters.ts';

const FORMATS: Record<string, string> = { TELA: 'Tela' };

const person: Column<ReportRun> = {
  id: 'pessoa',
  label: 'Pessoa',
  minWidth: 150,
  render: ({ pessoa }) => pessoa.nome,
};

/** Whose run it is only matters to those who see everybody's. */
export const runColumns = (everybody: boolean): readonly Column<ReportRun>[] => [
  {
    id: 'titulo',
    label: 'Relatório',
    card: 'title',
    minWidth: 220,
    render: ({ titulo }) => titulo,
    second: ({ agendado }) => (agendado ? 'envio agendado' : ''),
  },
  ...(everybody ? [person] : []),
  {
    id: 'inicio',
    label: 'Quando',
    width: 160,
    render: ({ inicio }) => <RelativeDate value={inicio} />,
  },
  { id: 'formato', label: 'Formato', width: 90, render: ({ formato }) => FORMATS[formato] ?? formato },
  {
    id: 'linhas',
    label: 'Linhas',
    kind: 'number',
    width: 130,
    render: ({ linhas, cortado }) =>
      linhas === null ? '–' : `${formatCount(linhas, '', '').trim()}${cortado ? ' (cortado)' : ''}`,
  },
  {
    id: 'duracao',
    label: 'Duração',
    kind: 'number',
    width: 100,
    render: ({ inicio, fim }) => (fim ? secondsText(Date.parse(fim) - Date.parse(inicio)) : '–'),
  },
  {
    id: 'situacao',
    label: 'Situação',
    card: 'corner',
    width: 130,
    render: ({ situacao }) => <StatusChip value={situacao} catalog={runStates} />,
  },
  {
    id: 'erro',
    label: 'O que houve',
    minWidth: 180,
    render: ({ erro }) => erro && <span title={erro}>{erro}</span>,
  },
];
