import BarChartOutlined from '@mui/icons-material/BarChartOutlined';
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { Hint } from '../Hint.tsx';

/** A number in the table, linked to the list behind it. */
export interface Cell {
  text: string;
  to?: string | undefined;
}

interface ChartPanelProps {
  title: string;
  help?: string;
  head: readonly string[];
  rows: readonly { label: string; cells: readonly Cell[] }[];
  chart: ReactNode;
}

/** A chart and a table with the same figures: screen readers always get the table, and everyone else can switch to it. */
export function ChartPanel({ title, help, head, rows, chart }: ChartPanelProps) {
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const label = asTable ? 'Ver como gráfico' : 'Ver como tabela';
  return (
    <Panel aria-labelledby={id}>
      <header>
        <Typography id={id} variant="h2">
          {title}
        </Typography>
        <Hint text={label}>
          <IconButton size="small" onClick={() => setAsTable(!asTable)} aria-label={`${label}: ${title}`}>
            {asTable ? <BarChartOutlined /> : <TableRowsOutlined />}
          </IconButton>
        </Hint>
      </header>
      {help && <p>{help}</p>}
      {!asTable && (
        <div aria-hidden data-print="ink">
          {chart}
        </div>
      )}
      {/* A table is always at least as wide as its content, so it is hidden by its wrapper. */}
      <div className={asTable ? undefined : 'unseen'}>
        <Table>
          <caption className="unseen">{title}</caption>
          <thead>
            <tr>
              {head.map((each) => (
                <th key={each} scope="col">
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.label}>
                <th scope="row">{row.label}</th>
                {row.cells.map(({ text, to }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells are identified only by their column
                  <td key={at}>{to && asTable ? <Link to={to}>{text}</Link> : text}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
    </Panel>
  );
}

const UNSEEN = {
  position: 'absolute',
  width: 1,
  height: 1,
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const;

export const Panel = styled('section')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    position: 'relative',
    minWidth: 0,
    padding: '12px 16px 16px',
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.superficie,
    '& header': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 32 },
    '& p': { margin: '0 0 8px', fontSize: '0.75rem', lineHeight: '16px', color: components.textoSecundario },
    '& .unseen': UNSEEN,
  };
});

const Table = styled('table')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    '& th, & td': {
      padding: '6px 0 6px 12px',
      textAlign: 'right',
      borderTop: `1px solid ${components.linha}`,
    },
    '& th:first-of-type': { paddingLeft: 0, textAlign: 'left', fontWeight: 400 },
    '& thead th': { borderTop: 0, fontWeight: 500, color: components.textoSecundario },
    '& a': { color: actions.primaria.text },
  };
});
