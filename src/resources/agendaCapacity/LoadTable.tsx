import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import type { Capacities } from '../../../contract/callcenter/agendaSupervision.ts';
import { NumberField } from '../../ui/components/inputs/NumberField.tsx';

interface LoadTableProps {
  data: Capacities;
  /** What was typed, by person; '' for the standard. */
  changed: Readonly<Record<number, string>>;
  onChange: (id: number, text: string) => void;
}

/** A line for each seller, a column for each day; a day above capacity says so in word and colour. */
export const LoadTable = ({ data, changed, onChange }: LoadTableProps) => (
  <Frame role="region" aria-label="Carga por vendedor e dia" tabIndex={0}>
    <table>
      <thead>
        <tr>
          <th scope="col">Vendedor</th>
          <th scope="col">Por dia</th>
          <th scope="col">Atrasadas</th>
          {data.dias.map((day) => (
            <th key={day} scope="col">
              {weekdayOf(day)} <span>{`${day.slice(8)}/${day.slice(5, 7)}`}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.vendedores.map((seller) => (
          <tr key={seller.id}>
            <th scope="row">{seller.nome}</th>
            <td>
              <NumberField
                size="small"
                value={(changed[seller.id] ?? (seller.propria ? String(seller.porDia) : '')) || null}
                onChange={(most) => onChange(seller.id, most ?? '')}
                max="999"
                placeholder={String(data.padrao)}
                slotProps={{ htmlInput: { 'aria-label': `Capacidade de ${seller.nome}` } }}
                sx={{ width: 72 }}
              />
            </td>
            <td>{seller.atrasadas || '—'}</td>
            {seller.cargas.map(({ dia, total }) => (
              <Load key={dia} total={total} most={seller.porDia} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </Frame>
);

function Load({ total, most }: { total: number; most: number }) {
  const over = total > most;
  const share = most > 0 ? Math.min(1, total / most) : total > 0 ? 1 : 0;
  return (
    <td data-over={over || undefined} title={over ? `${total - most} acima da capacidade` : undefined}>
      <span>
        {total}
        {over && <span className="unseen"> acima da capacidade</span>}
        {over && <span aria-hidden> ▲</span>}
      </span>
      <Box className="bar" aria-hidden>
        <Box style={{ width: `${share * 100}%` }} />
      </Box>
    </td>
  );
}

/** 'seg' */
const weekdayOf = (day: string): string =>
  new Intl.DateTimeFormat('pt-BR', { weekday: 'short', timeZone: 'UTC' })
    .format(new Date(`${day}T12:00:00Z`))
    .replace('.', '');

const Frame = styled('div')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    // Holds the texts for screen readers: outside of it they would widen the page.
    position: 'relative',
    overflowX: 'auto',
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.superficie,
    '& table': {
      borderCollapse: 'collapse',
      width: '100%',
      fontSize: 13,
      fontVariantNumeric: 'tabular-nums',
    },
    '& th, & td': {
      padding: '6px 8px',
      textAlign: 'left',
      whiteSpace: 'nowrap',
      borderBottom: `1px solid ${components.linha}`,
    },
    '& tbody tr:last-of-type > *': { borderBottom: 0 },
    '& thead th': { fontWeight: 600, color: components.textoSecundario },
    // The day stands below its weekday: ten days fit on a desk.
    '& thead th > span': { display: 'block', fontWeight: 400 },
    '& tbody th': { fontWeight: 500, position: 'sticky', left: 0, backgroundColor: components.superficie },
    '@media (max-width: 599.95px)': { '& tbody th': { whiteSpace: 'normal', maxWidth: 110 } },
    '& .bar': { height: 4, borderRadius: 2, backgroundColor: components.linha, marginTop: 2, minWidth: 40 },
    '& .bar > div': { height: '100%', borderRadius: 2, backgroundColor: actions.primaria.main },
    '& [data-over] .bar > div': { backgroundColor: actions.perigo.main },
    '& [data-over] > span': { color: actions.perigo.text, fontWeight: 600 },
    '& .unseen': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  };
});
