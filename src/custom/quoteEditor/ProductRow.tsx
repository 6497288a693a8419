import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import type { Packaging, QuoteProduct } from '../../../contract/callcenter/quoteShapes.ts';
import { multiplyDecimals } from '../../../contract/rules/decimal.ts';
import { withPercent } from '../../../contract/rules/orders/packPrice.ts';
import { formatQuantity } from '../../../contract/rules/quantity.ts';
import { Money } from '../components/display/Money.tsx';
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
  return (
    <Box
      id={id}
      {...(id && { role: 'option', 'aria-selected': marked === true })}
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        gap: 2,
        px: 2,
        py: 1.5,
        borderBottom: 1,
        borderColor: 'divider',
        ...(marked && { bgcolor: 'action.selected' }),
      }}
    >
      <Box sx={{ flex: '1 1 200px', minWidth: 0 }}>
        <div>{product.descricao}</div>
        <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
          {[product.idExibicao, product.marca, pack.emb, note].filter(Boolean).join(' · ')}
          {price.carrinho && ` · ${formatQuantity(price.qtdAdicionada)} no orçamento`}
          {Number(price.qtdCotada) > 0 && ` · cotado antes: ${formatQuantity(price.qtdCotada)}`}
        </Box>
      </Box>
      <Box sx={{ textAlign: 'right' }}>
        <Money value={withPercent(multiplyDecimals(price.preco, pack.fator_preco), '0')} decimals={2} />
        {price.promocao && <Box sx={{ fontSize: 11, color: 'success.main' }}>Promoção</Box>}
      </Box>
      <StockBadge product={product} pack={pack} />
      {action}
    </Box>
  );
}
