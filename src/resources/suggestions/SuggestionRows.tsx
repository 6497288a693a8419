import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import { useCallback, useMemo, useState } from 'react';
import type { Suggestion } from '#contract/callcenter/quotes/suggestions.ts';
import { stockStatus } from '#contract/catalogs/orderStatus.ts';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { StatusChip } from '#ui/components/display/Chips.tsx';
import { RelativeDate, SecondaryText, UnitPrice } from '#ui/components/display/Texts.tsx';
import { QuantityStepper } from '#ui/components/inputs/QuantityStepper.tsx';

interface SuggestionRowsProps {
  rows: readonly Suggestion[];
  loading: boolean;
  basket: Basket;
}

/** Products with the reason for their suggestion; selecting one takes the suggested quantity, which can be changed. */
export function SuggestionRows({ rows, loading, basket }: SuggestionRowsProps) {
  const columns = useMemo(() => columnsOf(basket), [basket]);
  return (
    <DataTable
      label="Sugestões"
      columns={columns}
      rows={[...rows]}
      rowId={({ produto }) => produto.id}
      loading={loading}
      empty={null}
    />
  );
}

const columnsOf = ({ lines, set }: Basket): Column<Suggestion>[] => [
  {
    id: 'escolha',
    label: 'Escolher',
    width: 84,
    card: 'corner',
    render: ({ produto, quantidade }) => (
      <Checkbox
        checked={lines.has(produto.id)}
        onChange={(_, checked) => set(produto.id, checked ? quantidade : null)}
        slotProps={{ input: { 'aria-label': `Escolher ${produto.descricao}` } }}
        sx={{ p: { xs: 3, sm: 1 }, m: { xs: -2, sm: 0 } }}
      />
    ),
  },
  {
    id: 'produto',
    label: 'Produto',
    card: 'title',
    render: ({ produto, motivo }) => (
      <>
        {produto.idExibicao} - {produto.descricao} <SecondaryText>{motivo}</SecondaryText>
      </>
    ),
  },
  {
    id: 'ultima',
    label: 'Última compra',
    width: 132,
    render: ({ ultimaCompra }) => (ultimaCompra ? <RelativeDate value={ultimaCompra} /> : '—'),
  },
  {
    id: 'estoque',
    label: 'Estoque',
    width: 140,
    card: 'fact',
    render: ({ produto }) => (
      <StatusChip catalog={stockStatus} value={produto.precos[0]?.situacaoEstoque ?? '3'} />
    ),
  },
  {
    id: 'preco',
    label: 'Preço',
    kind: 'number',
    width: 120,
    card: 'fact',
    render: ({ produto }) => <UnitPrice value={produto.precos[0]?.preco ?? '0'} />,
  },
  {
    id: 'quantidade',
    label: 'Quantidade',
    width: 176,
    card: 'fact',
    render: ({ produto, quantidade }) => (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
        <QuantityStepper
          label={`Quantidade de ${produto.descricao}`}
          value={lines.get(produto.id) ?? quantidade}
          onChange={(value) => set(produto.id, value)}
        />
        <SecondaryText>{produto.und}</SecondaryText>
      </Box>
    ),
  },
];

interface BasketLine {
  idProd: number;
  qtde: string;
}

/** The products selected in any tab, with their quantities. */
export function useBasket() {
  const [lines, setLines] = useState<ReadonlyMap<number, string>>(new Map());
  const set = useCallback((idProd: number, qtde: string | null) => {
    setLines((before) => {
      const next = new Map(before);
      if (qtde === null) next.delete(idProd);
      else next.set(idProd, qtde);
      return next;
    });
  }, []);
  const clear = useCallback(() => setLines(new Map()), []);
  const chosen: BasketLine[] = useMemo(() => [...lines].map(([idProd, qtde]) => ({ idProd, qtde })), [lines]);
  return { lines, chosen, set, clear };
}

export type Basket = ReturnType<typeof useBasket>;
