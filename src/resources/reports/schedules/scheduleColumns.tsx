import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import type { CatalogRow } from '../../../../contract/catalogs/catalog.ts';
import { rhythmText } from '../../../../contract/rules/reports/rhythm.ts';
import { ReportSchedule } from '../../../../contract/sac/reportDesk.ts';
import type { Column } from '../../../ui/components/DataTable/columns.ts';
import { RelativeDate } from '../../../ui/components/display/RelativeDate.tsx';
import { StatusChip } from '../../../ui/components/display/StatusChip.tsx';
import { fieldColumn } from '../../../ui/lists/fieldColumn.tsx';

export const scheduleColumns: readonly Column<ReportSchedule>[] = [
  {
    id: 'nome',
    label: 'Envio',
    card: 'title',
    minWidth: 200,
    render: ({ nome }) => nome,
    second: ({ formato }) => formato,
  },
  {
    id: 'situacao',
    label: 'Situação',
    card: 'corner',
    width: 150,
    render: (schedule) => <StatusChip value={stateOf(schedule)} catalog={scheduleStates} />,
  },
  fieldColumn(ReportSchedule, 'relatorio', {
    minWidth: 180,
    render: ({ relatorio, titulo }) => <Link to={`/relatorios/${relatorio}`}>{titulo}</Link>,
  }),
  { id: 'ritmo', label: 'Quando', minWidth: 190, render: ({ ritmo }) => rhythmText(ritmo) },
  {
    id: 'destinatarios',
    label: 'Quem recebe',
    minWidth: 180,
    render: ({ destinatarios }) => {
      const names = destinatarios.map(({ nome }) => nome).join(', ');
      return <span title={names}>{names}</span>;
    },
  },
  {
    id: 'proxima',
    label: 'Próximo',
    width: 130,
    render: ({ proxima }) => (proxima ? <RelativeDate value={proxima} /> : '–'),
  },
  {
    id: 'ultima',
    label: 'Último',
    width: 130,
    render: ({ ultima }) => (ultima ? <RelativeDate value={ultima} /> : '–'),
  },
  {
    id: 'erro',
    label: 'O que houve',
    minWidth: 220,
    render: ({ erro }) =>
      erro && (
        <Typography component="span" variant="body2" title={erro} sx={{ whiteSpace: 'pre-line' }}>
          {erro}
        </Typography>
      ),
  },
  { id: 'dono', label: 'Agendado por', width: 150, render: ({ dono }) => dono.nome },
];

const scheduleStates: readonly CatalogRow[] = [
  { value: 'ATIVO', label: 'Ativo', color: 'sucesso', icon: 'CheckCircle' },
  { value: 'COM_AVISO', label: 'Com aviso', color: 'aviso', icon: 'Warning' },
  { value: 'REVISAR', label: 'Revisar filtros', color: 'aviso', icon: 'Warning' },
  { value: 'PARADO', label: 'Parado', color: 'secundaria', icon: 'Block' },
];

function stateOf({ ativo, erro, desatualizado }: ReportSchedule): string {
  if (desatualizado) return 'REVISAR';
  if (!ativo) return 'PARADO';
  return erro ? 'COM_AVISO' : 'ATIVO';
}
