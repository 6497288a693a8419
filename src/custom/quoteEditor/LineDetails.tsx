import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import { productRoutes } from '../../../contract/callcenter/products.ts';
import type { ItemChange } from '../../../contract/callcenter/quoteEditing.ts';
import type { CartItem, EditedQuote, QuoteProduct } from '../../../contract/callcenter/quoteShapes.ts';
import { formatPercent } from '../../../contract/rules/format.ts';
import { formatQuantity } from '../../../contract/rules/quantity.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { EmptyState } from '../layout/states/EmptyState.tsx';
import { ErrorState } from '../layout/states/ErrorState.tsx';
import { ListSkeleton } from '../layout/states/skeletons.tsx';
import { addChange } from './addChange.ts';
import { CompetitorPrices } from './CompetitorPrices.tsx';
import { ProductRow } from './ProductRow.tsx';
import { TintColors } from './TintColors.tsx';

interface LineDetailsProps {
  item: CartItem;
  quote: EditedQuote;
  disabled: boolean;
  onChange: (change: Omit<ItemChange, 'id'>) => void;
  onAdd: (change: ItemChange) => void;
}

/** What belongs to a line: prices by quantity, what may stand in for it or goes along, colours, competitors. */
export function LineDetails({ item, quote, disabled, onChange, onAdd }: LineDetailsProps) {
  const { produto } = item;
  const tabs = [
    'Regras de preço',
    'Similares',
    'Agregados',
    ...(produto.baseTintometrica ? ['Cores'] : []),
    'Concorrentes',
  ];
  const [tab, setTab] = useState('Regras de preço');
  const add = (product: QuoteProduct) => onAdd(addChange(product));
  return (
    <Box sx={{ mt: 2, border: 1, borderColor: 'divider', borderRadius: 2, p: 2 }}>
      <Tabs value={tab} onChange={(_, next) => setTab(next)} variant="scrollable" allowScrollButtonsMobile>
        {tabs.map((name) => (
          <Tab key={name} value={name} label={name} />
        ))}
      </Tabs>
      <Box sx={{ pt: 2 }}>
        {tab === 'Regras de preço' && <PriceRules item={item} />}
        {tab === 'Similares' && (
          <Linked kind="similar" idProd={produto.id} idFil={item.idFil} disabled={disabled} onAdd={add} />
        )}
        {tab === 'Agregados' && <Along idProd={produto.id} quote={quote} disabled={disabled} onAdd={add} />}
        {tab === 'Cores' && (
          <TintColors
            ean={produto.codigoBarras}
            value={item.cor?.idCor ?? null}
            disabled={disabled}
            onChange={(idCor) => onChange({ idCor })}
          />
        )}
        {tab === 'Concorrentes' && (
          <CompetitorPrices idProd={produto.id} idCli={quote.cliente.id} disabled={disabled} />
        )}
      </Box>
    </Box>
  );
}

function PriceRules({ item }: { item: CartItem }) {
  const { regras } = item.produto;
  if (regras.length === 0)
    return <EmptyState title="Sem regra de preço" text="O preço é o da tabela para qualquer quantidade." />;
  return (
    <ul style={{ margin: 0, paddingLeft: 20 }}>
      {regras.map((rule) => (
        <li key={`${rule.qtdMin}-${rule.qtdMax}`}>
          Acima de {formatQuantity(rule.qtdMin)}
          {Number(rule.qtdMax) > 0 && ` até ${formatQuantity(rule.qtdMax)}`}: {formatPercent(rule.perc, 2)}
          {Number(rule.multiplo) > 1 && `, em múltiplos de ${formatQuantity(rule.multiplo)}`}
        </li>
      ))}
    </ul>
  );
}

interface LinkedProps {
  kind: 'similar';
  idProd: number;
  idFil: number;
  disabled: boolean;
  onAdd: (product: QuoteProduct) => void;
}

function Linked({ idProd, idFil, disabled, onAdd }: LinkedProps) {
  const found = useRoute(productRoutes.similar, {
    params: { idProduto: idProd },
    query: { filial_id: idFil },
  });
  return <Products found={found} empty="Nenhum produto substitui este." disabled={disabled} onAdd={onAdd} />;
}

interface AlongProps {
  idProd: number;
  quote: EditedQuote;
  disabled: boolean;
  onAdd: (product: QuoteProduct) => void;
}

function Along({ idProd, quote, disabled, onAdd }: AlongProps) {
  const found = useRoute(productRoutes.aggregatedOfQuote, {
    params: { produtoId: idProd, orcamentoId: quote.id },
  });
  return (
    <Products found={found} empty="Nada mais acompanha este produto." disabled={disabled} onAdd={onAdd} />
  );
}

interface ProductsProps {
  found: { data?: QuoteProduct[] | undefined; error: unknown; isPending: boolean; refetch: () => unknown };
  empty: string;
  disabled: boolean;
  onAdd: (product: QuoteProduct) => void;
}

function Products({ found, empty, disabled, onAdd }: ProductsProps) {
  if (found.isPending) return <ListSkeleton rows={3} />;
  if (!found.data) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (found.data.length === 0) return <EmptyState title="Nenhum produto" text={empty} />;
  return found.data.map((product) => (
    <ProductRow
      key={product.id}
      product={product}
      {...(product.qtdAgregada && { note: `${formatQuantity(product.qtdAgregada)} para cada` })}
      action={
        <Button size="small" variant="outlined" disabled={disabled} onClick={() => onAdd(product)}>
          Incluir
        </Button>
      }
    />
  ));
}
