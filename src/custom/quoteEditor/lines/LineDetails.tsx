import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import { productRoutes } from '#contract/callcenter/products.ts';
import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { CartItem, EditedQuote, QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import { formatPercent } from '#contract/rules/format.ts';
import { unitPriceText } from '#contract/rules/orders/unitPrice.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { useRoute } from '#data/useRoute.ts';
import { KeepMounted } from '#ui/components/frame/KeepMounted.tsx';
import { Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { AggregatedProducts, ModelProducts, SimilarProducts } from '../products/LinkedProducts.tsx';
import { addChange } from '../products/ProductRow.tsx';
import { CompetitorPrices } from './CompetitorPrices.tsx';

interface LineDetailsProps {
  item: CartItem;
  quote: EditedQuote;
  disabled: boolean;
  onChange: (change: Omit<ItemChange, 'id'>) => void;
  onAdd: (change: ItemChange) => void;
}

/** The details of a line: prices by quantity, substitutes, other models, related products, colours, competitors. */
export function LineDetails({ item, quote, disabled, onChange, onAdd }: LineDetailsProps) {
  const { produto } = item;
  const tabs = [
    'Regras de preço',
    'Similares',
    ...(produto.idModelo === null ? [] : ['Modelos']),
    'Agregados',
    ...(produto.baseTintometrica ? ['Cores'] : []),
    'Concorrentes',
  ];
  const [tab, setTab] = useState('Regras de preço');
  const add = (product: QuoteProduct) => onAdd(addChange(product));
  return (
    <Box sx={{ mt: 2, border: 1, borderColor: 'divider', borderRadius: 2, p: 2 }}>
      <Tabs value={tab} onChange={(_, next) => setTab(next)}>
        {tabs.map((name) => (
          <Tab key={name} value={name} label={name} />
        ))}
      </Tabs>
      <Box sx={{ pt: 2 }}>
        {tab === 'Regras de preço' && <PriceRules item={item} />}
        {tab === 'Similares' && (
          <SimilarProducts idProd={produto.id} idFil={item.idFil} disabled={disabled} onAdd={add} />
        )}
        {tab === 'Modelos' && produto.idModelo !== null && (
          <ModelProducts
            idModelo={produto.idModelo}
            idProd={produto.id}
            idFil={item.idFil}
            disabled={disabled}
            onAdd={add}
          />
        )}
        {tab === 'Agregados' && (
          <AggregatedProducts idProd={produto.id} idOrcamento={quote.id} disabled={disabled} onAdd={add} />
        )}
        {tab === 'Cores' && (
          <TintColors
            ean={produto.codigoBarras}
            value={item.cor?.idCor ?? null}
            disabled={disabled}
            onChange={(idCor) => onChange({ idCor })}
          />
        )}
        <KeepMounted open={tab === 'Concorrentes'} onOpen={() => setTab('Concorrentes')}>
          <CompetitorPrices idProd={produto.id} idCli={quote.cliente.id} disabled={disabled} />
        </KeepMounted>
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

interface TintColorsProps {
  ean: string;
  value: number | null;
  disabled: boolean;
  onChange: (idCor: number | null) => void;
}

/** Colours that can be mixed on this base, each with its surcharge. */
function TintColors({ ean, value, disabled, onChange }: TintColorsProps) {
  const colors = useRoute(productRoutes.colors, { params: { eanBase: ean } });
  return (
    <Answered answer={colors} skeleton={<ListSkeleton rows={3} />}>
      {(known) =>
        known.length === 0 ? (
          <EmptyState title="Nenhuma cor" text="Esta base ainda não tem cores." />
        ) : (
          <>
            <Box role="radiogroup" aria-label="Cor" sx={{ display: 'flex', flexWrap: 'wrap', gap: 2 }}>
              {known.map((color) => (
                <ButtonBase
                  key={color.id}
                  role="radio"
                  aria-checked={color.id === value}
                  disabled={disabled}
                  onClick={() => onChange(color.id)}
                  sx={{
                    display: 'flex',
                    gap: 2,
                    p: 1.5,
                    borderRadius: 2,
                    border: 2,
                    borderColor: color.id === value ? 'primary.main' : 'divider',
                    minWidth: 150,
                    justifyContent: 'flex-start',
                    textAlign: 'left',
                  }}
                >
                  <span
                    aria-hidden
                    style={{
                      width: 28,
                      height: 28,
                      borderRadius: 6,
                      background: color.hex,
                      border: '1px solid #0003',
                    }}
                  />
                  <span>
                    {color.nome}
                    <br />
                    <small>+ {unitPriceText(color.acrescimo)} por unidade</small>
                  </span>
                </ButtonBase>
              ))}
            </Box>
            {value !== null && (
              <Button size="small" disabled={disabled} onClick={() => onChange(null)} sx={{ mt: 2 }}>
                Deixar sem cor
              </Button>
            )}
          </>
        )
      }
    </Answered>
  );
}
