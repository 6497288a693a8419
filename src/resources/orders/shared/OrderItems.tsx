import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { OrderItem, OrderView } from '#contract/callcenter/orders/orderRow.ts';
import { formatMoney, formatNumber, formatPercent } from '#contract/rules/format.ts';
import { branchGroups, type StripEntry, totalsStrip } from '#contract/rules/orders/orderTotals.ts';
import { soldText } from '#contract/rules/orders/shownStock.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { Money, UnitPrice } from '#ui/components/display/Texts.tsx';
import { PHONE } from '#ui/theme/windowWidth.ts';

/** Items grouped by the branch that serves them, each with its total; removed items are listed separately. */
export function OrderItems({ view }: { view: Pick<OrderView, 'itens' | 'itensRemovidos'> }) {
  const groups = branchGroups(view.itens);
  return (
    <>
      {groups.length === 0 && (
        <Typography color="text.secondary">Nenhum item. Edite o orçamento para incluir produtos.</Typography>
      )}
      {groups.map((group) => (
        <section key={group.idFil} aria-label={`Filial ${group.idFil}`}>
          <Head>
            <span>
              FILIAL {group.idFil} / {group.razSoc}
            </span>
            <Money value={group.total} decimals={2} />
          </Head>
          <Lines items={group.itens} />
        </section>
      ))}
      {view.itensRemovidos.length > 0 && (
        <section aria-label="Itens Removidos">
          <Head>
            <span>Itens Removidos</span>
          </Head>
          <Lines items={view.itensRemovidos} removed />
        </section>
      )}
    </>
  );
}

function Lines({ items, removed = false }: { items: readonly OrderItem[]; removed?: boolean }) {
  return (
    <List data-removed={removed || undefined}>
      {items.map((item) => (
        <li key={item.id}>
          <span className="name">
            <span className="code">{item.idExibicao}</span> {item.descricao}
            {item.cor && <small> · {item.cor}</small>}
            {item.bonificado && <Tag tone="informacao">Bonificado</Tag>}
            {item.obs && <small className="note">{item.obs}</small>}
          </span>
          <span className="amount">
            {soldText(item.qtd, item.embalagem)} × <UnitPrice value={item.vlUnit} />
          </span>
          <span className="total">
            <Money value={item.vlTot} decimals={2} />
          </span>
        </li>
      ))}
    </List>
  );
}

const Head = styled('h2')(({ theme }) => ({
  display: 'flex',
  justifyContent: 'space-between',
  gap: 12,
  margin: '16px 0 4px',
  fontSize: 13,
  fontWeight: 600,
  borderBottom: `1px solid ${theme.vars.palette.components.linha}`,
}));

const List = styled('ul')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    listStyle: 'none',
    margin: 0,
    padding: 0,
    fontSize: 13,
    '& li': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto 108px',
      gap: '0 12px',
      padding: '6px 0',
      borderBottom: `1px solid ${components.linha}`,
    },
    '& .code, & .amount, & small': { color: components.textoSecundario },
    '& .note': { display: 'block' },
    '& .total': { textAlign: 'right' },
    '&[data-removed] .name': { textDecoration: 'line-through', color: components.textoSecundario },
    [PHONE]: {
      '& li': { gridTemplateColumns: 'minmax(0, 1fr) auto' },
      '& .name': { gridColumn: '1 / -1' },
    },
  };
});

interface TotalsStripProps {
  view: OrderView;
  /** Lets the caller hide the profit where customers may be looking on. */
  showsProfit?: boolean;
}

/** The totals, each calculated by its rule (contract/rules/orders/orderTotals.ts). */
export function TotalsStrip({ view, showsProfit = true }: TotalsStripProps) {
  return (
    <Strip aria-label="Totais">
      {totalsStrip(view, showsProfit).map((entry) => (
        // The profit is internal to the company and not printed, since paper goes to the customer.
        <div
          key={entry.key}
          data-total={entry.key === 'total' || undefined}
          data-print={entry.kind === 'percent' ? 'no' : undefined}
        >
          <dt>{entry.label}</dt>
          <dd>{stripText(entry)}</dd>
        </div>
      ))}
    </Strip>
  );
}

/** '3', 'R$ 12,00', '4,5%'. */
export function stripText({ kind, value }: StripEntry): string {
  if (kind === 'count') return formatNumber(value, 0);
  return kind === 'money' ? formatMoney(value, 2) : formatPercent(value, 2);
}

const Strip = styled('dl')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '8px 24px',
    margin: 0,
    padding: '8px 12px',
    borderRadius: 8,
    backgroundColor: components.realce,
    fontVariantNumeric: 'tabular-nums',
    '& dt': { fontSize: 12, color: components.textoSecundario },
    '& dd': { margin: 0, fontWeight: 500 },
    '& [data-total]': { marginLeft: 'auto' },
    '& [data-total] dd': { fontSize: '1.125rem', fontWeight: 600 },
  };
});
