import { styled, useTheme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { BarChart } from '@mui/x-charts/BarChart';
import { useId } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { countText } from '#contract/rules/format.ts';
import type { Dashboards, Share } from '#contract/sac/reports/dashboards.ts';
import { ChartPanel, Panel } from '#ui/components/charts/ChartPanel.tsx';
import { latePath, type Narrowing, openPath, ticketsText } from './DashboardFigures.tsx';

interface RankPanelProps {
  title: string;
  /** Heading of the first column: 'Operador'. */
  of: string;
  shares: readonly Share[];
  /** Number of tickets that belong to none of the shares. */
  rest?: number;
  /** Path of a share's list; a share without a key has no link. */
  openPath: (key: string) => string;
  latePath: (key: string) => string;
}

/** Open tickets grouped by a common attribute: a table with readable bars, whose figures link to the list. */
export function RankPanel({ title, of, shares, rest = 0, openPath, latePath }: RankPanelProps) {
  const id = useId();
  const most = Math.max(1, ...shares.map(({ total }) => total));
  return (
    <Panel aria-labelledby={id}>
      <header>
        <Typography id={id} variant="h2">
          {title}
        </Typography>
      </header>
      {shares.length === 0 ? (
        <p>Nenhum ticket em aberto.</p>
      ) : (
        <Table aria-labelledby={id}>
          <thead>
            <tr>
              <th scope="col">{of}</th>
              <th scope="col">Em aberto</th>
              <th scope="col">Atrasados</th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ chave, descricao, total, atrasados }) => (
              <tr key={chave ?? ''}>
                <th scope="row">
                  <span>{descricao}</span>
                  <Bar aria-hidden data-print="ink" style={{ width: `${(100 * total) / most}%` }}>
                    <i style={{ width: `${(100 * atrasados) / Math.max(1, total)}%` }} />
                  </Bar>
                </th>
                <td>
                  {chave === null ? countText(total) : <Link to={openPath(chave)}>{countText(total)}</Link>}
                </td>
                <td className={atrasados > 0 ? 'late' : ''}>
                  {chave === null || atrasados === 0 ? (
                    countText(atrasados)
                  ) : (
                    <Link to={latePath(chave)}>{countText(atrasados)}</Link>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {rest > 0 && <small>Mais {ticketsText(rest)} fora desta lista.</small>}
    </Panel>
  );
}

const Table = styled('table')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    width: '100%',
    tableLayout: 'fixed',
    borderCollapse: 'collapse',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': { padding: '5px 0', textAlign: 'left', fontWeight: 400, verticalAlign: 'bottom' },
    '& thead th': { fontSize: '0.75rem', color: components.textoSecundario },
    '& td, & thead th:not(:first-of-type)': { width: 76, textAlign: 'right' },
    '& tbody th span': {
      display: 'block',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
    '& a': { color: 'inherit', textDecorationColor: components.linhaForte, textUnderlineOffset: 3 },
    '& a:hover': { color: actions.primaria.text },
    '& .late': { color: actions.perigo.text },
    '& + small': { display: 'block', marginTop: 8, fontSize: '0.75rem', color: components.textoSecundario },
  };
});

const Bar = styled('div')(({ theme }) => {
  const { actions } = theme.vars.palette;
  return {
    height: 6,
    minWidth: 2,
    marginTop: 3,
    borderRadius: 3,
    overflow: 'hidden',
    backgroundColor: actions.primaria.main,
    '& i': { display: 'block', height: '100%', backgroundColor: actions.perigo.main },
  };
});

interface AgeChartProps {
  ages: Dashboards['porIdade'];
  narrowing: Narrowing;
}

/** Open tickets by age in days, with late ones separate; a column links to its tickets. */
export function AgeChart({ ages, narrowing }: AgeChartProps) {
  const navigate = useNavigate();
  const { actions } = useTheme().vars.palette;
  const days = ({ de, ate }: Dashboards['porIdade'][number]) => ({ ...(de && { dtIni: de }), dtFim: ate });
  const leads = {
    prazo: (age: Dashboards['porIdade'][number]) => openPath(narrowing, days(age)),
    atrasados: (age: Dashboards['porIdade'][number]) => latePath(narrowing, days(age)),
  };
  return (
    <ChartPanel
      title="Idade dos tickets em aberto"
      head={['Dias desde a abertura', 'Em aberto', 'Atrasados']}
      rows={ages.map((age) => ({
        label: age.faixa,
        cells: [
          { text: countText(age.total), to: leads.prazo(age) },
          { text: countText(age.atrasados), to: leads.atrasados(age) },
        ],
      }))}
      chart={
        <BarChart
          height={260}
          skipAnimation
          borderRadius={4}
          margin={{ left: 0, right: 8, top: 8, bottom: 0 }}
          xAxis={[{ data: ages.map(({ faixa }) => shortened(faixa)), categoryGapRatio: 0.4 }]}
          yAxis={[
            {
              width: 48,
              valueFormatter: (value: number) => countText(value),
              tickMinStep: 1,
              disableLine: true,
              disableTicks: true,
            },
          ]}
          grid={{ horizontal: true }}
          series={[
            {
              id: 'atrasados',
              label: 'Atrasados',
              stack: 'total',
              color: actions.perigo.main,
              data: ages.map(({ atrasados }) => atrasados),
              valueFormatter: (value) => countText(value ?? 0),
            },
            {
              id: 'prazo',
              label: 'Os demais',
              stack: 'total',
              color: actions.primaria.main,
              data: ages.map(({ total, atrasados }) => total - atrasados),
              valueFormatter: (value) => countText(value ?? 0),
            },
          ]}
          onItemClick={(_event, { seriesId, dataIndex }) => {
            const age = ages[dataIndex];
            if (age) navigate(seriesId === 'atrasados' ? leads.atrasados(age) : leads.prazo(age));
          }}
        />
      }
    />
  );
}

/** Shortened to fit below a column on a phone: '0–1', '+30'. */
const shortened = (faixa: string) => faixa.replace(' dias', '').replace(' a ', '–').replace('mais de ', '+');
