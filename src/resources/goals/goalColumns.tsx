import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import { Goal } from '../../../contract/callcenter/goals.ts';
import { formatPercent } from '../../../contract/rules/format.ts';
import type { Column } from '../../ui/components/DataTable/columns.ts';
import { Money } from '../../ui/components/display/Figures.tsx';
import { fieldColumn } from '../../ui/lists/fieldColumn.tsx';

export const goalColumns: readonly Column<Goal>[] = [
  {
    id: 'nome',
    label: 'Vendedor',
    minWidth: 180,
    card: 'title',
    render: ({ colaborador }) => colaborador.nome,
  },
  {
    id: 'valor',
    label: 'Objetivo',
    kind: 'number',
    width: 140,
    card: 'fact',
    render: ({ valor }) => <Money value={valor} decimals={2} />,
  },
  {
    id: 'vendido',
    label: 'Vendido',
    kind: 'number',
    width: 140,
    card: 'fact',
    render: ({ valorRealizado }) => <Money value={valorRealizado} decimals={2} />,
  },
  {
    id: 'alcancado',
    label: 'Alcançado',
    minWidth: 160,
    card: 'fact',
    render: ({ percValor, colaborador }) => (
      <Reached percent={percValor} label={`Venda de ${colaborador.nome}`} />
    ),
  },
  fieldColumn(Goal, 'margem', {
    width: 150,
    givesWay: 1,
    render: ({ margem }) => <Money value={margem} decimals={2} />,
  }),
  {
    id: 'margemRealizada',
    label: 'Margem',
    kind: 'number',
    width: 130,
    render: ({ margemRealizada }) => <Money value={margemRealizada} decimals={2} />,
  },
  {
    id: 'margemAlcancada',
    label: 'Margem alcançada',
    minWidth: 160,
    render: ({ percMargem, colaborador }) => (
      <Reached percent={percMargem} label={`Margem de ${colaborador.nome}`} />
    ),
  },
];

const Reached = ({ percent, label }: { percent: string; label: string }) => (
  <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minWidth: 130 }}>
    <Progress percent={percent} label={label} />
    <span style={{ fontVariantNumeric: 'tabular-nums' }}>{formatPercent(percent, 1)}</span>
  </Box>
);

/** A bar is full at the goal; how far beyond, the number says. */
const Progress = ({ percent, label }: { percent: string; label: string }) => (
  <LinearProgress
    variant="determinate"
    value={Math.max(0, Math.min(100, Number(percent)))}
    color={Number(percent) >= 100 ? 'success' : 'primary'}
    aria-label={label}
    sx={{ flex: 1, minWidth: 56, height: 6, borderRadius: 3 }}
  />
);
