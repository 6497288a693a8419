import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Packaging, QuoteProduct } from '../../../contract/callcenter/quoteShapes.ts';
import { multiplyDecimals } from '../../../contract/rules/decimal.ts';
import { withPercent } from '../../../contract/rules/orders/packPrice.ts';
import { formatQuantity } from '../../../contract/rules/quantity.ts';
import { Money } from '../../ui/components/display/Money.tsx';
import { StockBadge } from './StockBadge.tsx';

/** The way of sale that a product is offered in. */
export const standardPack = ({ embalagens }: QuoteProduct): Packaging | undefined => {
  const packs = Object.values(embalagens);
  return packs.find(({ padrao }) => padrao) ?? packs[0];
};

interface ProductRowProps {
  id?: string;
  product: QuoteProduct;
  marked?: boolean;
  /** A second fact in grey. */
  note?: string;
  action: ReactNode;
}

/** A product with its price, its stock, and what may be done with it. */
export function ProductRow({ id, product, marked, note, action }: ProductRowProps) {
  const pack = standardPack(product);
  const [price] = product.precos;
  if (!pack || !price) return null;
  const cell = id ? { role: 'gridcell' } : {};
  return (
    <Box
      id={id}
      {...(id && { role: 'row', 'aria-selected': marked === true })}
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr auto', sm: 'minmax(0, 1fr) auto auto' },
        alignItems: 'center',
        columnGap: 3,
        rowGap: 1,
        px: 2,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
        ...(marked && { bgcolor: 'action.selected' }),
      }}
    >
      <Box {...cell} sx={{ minWidth: 0, gridColumn: { xs: '1 / -1', sm: 'auto' } }}>
        <div>{product.descricao}</div>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
          {[product.idExibicao, product.marca, pack.emb, note].filter(Boolean).join(' · ')}
          {price.carrinho && ` · ${formatQuantity(price.qtdAdicionada)} no orçamento`}
          {Number(price.qtdCotada) > 0 && ` · cotado antes: ${formatQuantity(price.qtdCotada)}`}
        </Box>
        <StockBadge product={product} pack={pack} />
      </Box>
      <Box {...cell} sx={{ textAlign: { sm: 'right' } }}>
        <Money value={withPercent(multiplyDecimals(price.preco, pack.fator_preco), '0')} decimals={2} />
        {price.promocao && <Box sx={{ fontSize: 11, color: 'success.main' }}>Promoção</Box>}
      </Box>
      <Box {...cell}>{action}</Box>
    </Box>
  );
}
