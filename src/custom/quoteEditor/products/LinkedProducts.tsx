import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { type PlainProduct, productRoutes } from '#contract/callcenter/products.ts';
import type { QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { useRoute } from '#data/useRoute.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import { type Answer, Answered, EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { ListSkeleton } from '#ui/shell/states/skeletons.tsx';
import { ProductRow } from './ProductRow.tsx';

interface InactiveProductsProps {
  q: string;
  /** The branch whose prices and stock apply to the substitutes offered. */
  idFil: number;
  disabled: boolean;
  onAdd: (product: QuoteProduct) => void;
}

/** Discontinued products: they cannot be added, but their substitutes can. */
export function InactiveProducts({ q, ...rest }: InactiveProductsProps) {
  const found = useRoute(
    productRoutes.inactive,
    { query: { take: 12, ...(q && { q }) } },
    { placeholderData: keepPreviousData },
  );
  return (
    <Answered answer={found} skeleton={<ListSkeleton rows={4} />}>
      {({ itens }) =>
        itens.length === 0 ? (
          <EmptyState title="Nenhum produto inativo" text="Confira o código ou procure por outra palavra." />
        ) : (
          <ul aria-label="Produtos inativos" style={{ margin: 0, padding: 0, listStyle: 'none' }}>
            {itens.map((product) => (
              <InactiveProduct key={product.id} product={product} {...rest} />
            ))}
          </ul>
        )
      }
    </Answered>
  );
}

interface InactiveProductProps extends Omit<InactiveProductsProps, 'q'> {
  product: PlainProduct;
}

function InactiveProduct({ product, ...rest }: InactiveProductProps) {
  const [open, setOpen] = useState(false);
  return (
    <Box component="li" sx={{ px: 2, py: 1.5, borderBottom: 1, borderColor: 'divider' }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 3 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          {product.descricao}
          <Box sx={{ fontSize: 12, color: 'text.secondary' }}>
            {[product.idExibicao, product.marca].filter(Boolean).join(' · ')}
          </Box>
        </Box>
        <Tag tone="aviso">Inativo</Tag>
        <Button
          size="small"
          aria-expanded={open}
          aria-label={`Ver similares de ${product.descricao}`}
          onClick={() => setOpen(!open)}
        >
          Ver similares
        </Button>
      </Box>
      {open && <SimilarProducts idProd={product.id} {...rest} />}
    </Box>
  );
}

interface LinkedProps {
  disabled: boolean;
  onAdd: (product: QuoteProduct) => void;
}

interface OfBranchProps extends LinkedProps {
  idFil: number;
}

/** Substitutes for a product. */
export function SimilarProducts({ idProd, idFil, ...rest }: OfBranchProps & { idProd: number }) {
  const found = useRoute(productRoutes.similar, {
    params: { idProduto: idProd },
    query: { filial_id: idFil },
  });
  return <Products found={found} empty="Nenhum produto substitui este." {...rest} />;
}

/** Variants of a product that differ in one respect only: size, colour, scent. */
export function ModelProducts({
  idModelo,
  idProd,
  idFil,
  ...rest
}: OfBranchProps & { idModelo: number; idProd: number }) {
  const found = useRoute(productRoutes.models, { params: { idModelo }, query: { filial_id: idFil } });
  const others = found.data?.filter(({ id }) => id !== idProd);
  return (
    <Products found={{ ...found, data: others }} empty="Não há outra variação deste modelo." {...rest} />
  );
}

/** Products that go along with a product and are not in the quote yet. */
export function AggregatedProducts({
  idProd,
  idOrcamento,
  ...rest
}: LinkedProps & { idProd: number; idOrcamento: number }) {
  const found = useRoute(productRoutes.aggregatedOfQuote, {
    params: { produtoId: idProd, orcamentoId: idOrcamento },
  });
  return <Products found={found} empty="Nada mais acompanha este produto." {...rest} />;
}

interface ProductsProps extends LinkedProps {
  found: Answer<QuoteProduct[]>;
  empty: string;
}

function Products({ found, empty, disabled, onAdd }: ProductsProps) {
  return (
    <Answered answer={found} skeleton={<ListSkeleton rows={3} />}>
      {(products) =>
        products.length === 0 ? (
          <EmptyState title="Nenhum produto" text={empty} />
        ) : (
          products.map((product) => (
            <ProductRow
              key={product.id}
              product={product}
              {...(product.qtdAgregada && { note: `${formatQuantity(product.qtdAgregada)} para cada` })}
              action={
                <Button
                  size="small"
                  variant="outlined"
                  disabled={disabled}
                  aria-label={`Incluir ${product.descricao}`}
                  onClick={() => onAdd(product)}
                >
                  Incluir
                </Button>
              }
            />
          ))
        )
      }
    </Answered>
  );
}
