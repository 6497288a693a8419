import { styled } from '@mui/material/styles';
import { useState } from 'react';
import type { TicketItem } from '../../../../contract/sac/ticketItems.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { ProductRow } from './ProductRow.tsx';

/** Few columns that fit beside drawer and rail; everything else unfolds below its line. */
export function ProductsTable({ items }: { items: readonly TicketItem[] }) {
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) =>
    setOpen((now) => {
      const next = new Set(now);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <Table aria-label={inWords('Produtos do ticket')}>
      <thead>
        <tr>
          <th scope="col">Produto</th>
          <th scope="col">Situação</th>
          <th scope="col" className="number">
            Quantidade
          </th>
          <th scope="col" className="number">
            Valor
          </th>
          <th scope="col" className="unfold">
            <span className="spoken">Detalhes</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <ProductRow key={item.id} item={item} isOpen={open.has(item.id)} onToggle={() => toggle(item.id)} />
        ))}
      </tbody>
    </Table>
  );
}

const Table = styled('table')(({ theme }) => {
  const { components, action } = theme.vars.palette;
  return {
    width: '100%',
    borderCollapse: 'collapse',
    tableLayout: 'fixed',
    fontSize: 13,
    '& th': {
      padding: '6px 8px',
      textAlign: 'left',
      fontWeight: 500,
      color: components.textoSecundario,
      borderBottom: `1px solid ${components.linha}`,
    },
    '& td': { padding: '8px', verticalAlign: 'top', borderBottom: `1px solid ${components.linha}` },
    '& tr[data-open] > td': { borderBottom: 0 },
    '& tr.details > td': { padding: '4px 8px 16px', backgroundColor: action.hover },
    '& .number': { textAlign: 'right', fontVariantNumeric: 'tabular-nums' },
    '& th:nth-of-type(2)': { width: 124 },
    '& th:nth-of-type(3)': { width: 92 },
    '& th:nth-of-type(4)': { width: 118 },
    '& .unfold': { width: 48, textAlign: 'right' },
    '& .spoken': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clip: 'rect(0 0 0 0)' },
    '& .what': { display: 'grid', gap: 2, overflowWrap: 'anywhere' },
    '& .second': { fontSize: 12, lineHeight: '16px', color: components.textoSecundario },
    '& .photos': { display: 'flex', flexWrap: 'wrap', gap: 6, marginTop: 4 },
    [theme.breakpoints.down('sm')]: {
      '& thead': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
      '&, & tbody, & tr, & td': { display: 'block' },
      '& tr:not(.details)': {
        display: 'grid',
        gridTemplateColumns: 'auto 1fr auto',
        alignItems: 'center',
        gap: '4px 8px',
        padding: '10px 0',
        borderTop: `1px solid ${components.linha}`,
      },
      '& tr:not(.details) > td': { padding: 0, border: 0 },
      '& tr:not(.details) > td:first-of-type': { gridColumn: '1 / -1' },
      '& td.number': { textAlign: 'left' },
      '& td.unfold': { width: 'auto', gridColumn: 3, gridRow: 2 },
      '& td:nth-of-type(4)': { gridColumn: '1 / -1' },
    },
  };
});
