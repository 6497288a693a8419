import AddShoppingCartOutlined from '@mui/icons-material/AddShoppingCartOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type ReactNode, useEffect, useRef } from 'react';
import type { QuoteProduct } from '../../../contract/callcenter/quoteShapes.ts';
import { EmptyState } from '../../ui/shell/states/EmptyState.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';
import { ListSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { ProductRow } from './ProductRow.tsx';

interface ProductHitsProps {
  id: string;
  found: { isPending: boolean; data?: unknown; error: unknown; refetch: () => unknown };
  hits: readonly QuoteProduct[];
  marked: number;
  sellable: (product: QuoteProduct) => boolean;
  disabled: boolean;
  onAdd: (product: QuoteProduct) => void;
  onQuoted?: ((product: QuoteProduct) => void) | undefined;
  /** Beside what adds it to the quote. */
  mixOf: (product: QuoteProduct) => ReactNode;
}

/** What the search found; the marked row stays in sight. */
export function ProductHits({
  id,
  found,
  hits,
  marked,
  sellable,
  disabled,
  onAdd,
  onQuoted,
  mixOf,
}: ProductHitsProps) {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: moves with the mark
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView?.({ block: 'nearest' });
  }, [marked]);
  if (found.isPending) return <ListSkeleton rows={4} />;
  if (found.error && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (hits.length === 0)
    return (
      <EmptyState
        title="Nenhum produto encontrado"
        text="Confira o código, procure por outra palavra, ou veja entre os inativos."
      />
    );
  return (
    <Box ref={list} id={id} role="grid" aria-label="Produtos encontrados">
      {hits.map((product, index) => (
        <ProductRow
          key={product.id}
          id={`${id}-${product.id}`}
          product={product}
          marked={index === marked}
          action={
            <Box sx={{ display: 'flex', gap: 1 }}>
              {mixOf(product)}
              {onQuoted && (
                <Button size="small" disabled={disabled} onClick={() => onQuoted(product)}>
                  Só cotar
                </Button>
              )}
              <Button
                size="small"
                variant="outlined"
                disabled={disabled || !sellable(product)}
                startIcon={<AddShoppingCartOutlined />}
                aria-label={`Incluir ${product.descricao}`}
                onClick={() => onAdd(product)}
              >
                Incluir
              </Button>
            </Box>
          }
        />
      ))}
    </Box>
  );
}
