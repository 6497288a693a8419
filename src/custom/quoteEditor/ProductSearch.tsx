import AddShoppingCartOutlined from '@mui/icons-material/AddShoppingCartOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { keepPreviousData } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useDeferredValue, useEffect, useId, useState } from 'react';
import { productRoutes } from '../../../contract/callcenter/products.ts';
import type { QuoteProduct } from '../../../contract/callcenter/quoteShapes.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { EmptyState } from '../layout/states/EmptyState.tsx';
import { ErrorState } from '../layout/states/ErrorState.tsx';
import { ListSkeleton } from '../layout/states/skeletons.tsx';
import { ProductRow } from './ProductRow.tsx';

interface ProductSearchProps {
  idOrcamento: number;
  /** How brands are offered (parameter tipoMenu). */
  menu: string;
  field: Ref<HTMLInputElement>;
  disabled: boolean;
  onAdd: (product: QuoteProduct) => void;
  /** Registers that the price was asked; absent where the branch does not want it. */
  onQuoted?: ((product: QuoteProduct) => void) | undefined;
}

/** Products by words, code or bar code: arrows walk the hits, Enter adds the marked one. */
export function ProductSearch({ idOrcamento, menu, field, disabled, onAdd, onQuoted }: ProductSearchProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [brand, setBrand] = useState('');
  const [marked, setMarked] = useState(0);
  const q = useDeferredValue(text.trim());
  const asked = q !== '' || brand !== '';
  const found = useRoute(
    productRoutes.ofQuote,
    {
      params: { idPedido: idOrcamento },
      query: { take: 12, ...(q && { q }), ...(brand && { marca: brand }) },
    },
    { enabled: asked, placeholderData: keepPreviousData },
  );
  const hits = asked ? (found.data?.itens ?? []) : [];
  // Hits of the text before stay on the screen, and are never added by Enter.
  const current = asked && text.trim() === q && !found.isFetching && !found.isPlaceholderData;
  const [awaited, setAwaited] = useState(false);
  const add = (hit: QuoteProduct) => {
    onAdd(hit);
    setText('');
    setMarked(0);
  };
  useEffect(() => {
    if (!awaited || !current) return;
    setAwaited(false);
    const hit = hits[marked];
    if (hit) add(hit);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setMarked((at) => Math.max(0, Math.min(hits.length - 1, at + step)));
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      const hit = hits[marked];
      if (current && hit) add(hit);
      // A scanner types, and presses Enter, before the answer is there.
      else if (!current && text.trim()) setAwaited(true);
    }
    if (event.key === 'Escape') {
      setText('');
      setAwaited(false);
    }
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <TextField
        label="Incluir produto"
        placeholder="Código, descrição ou código de barras"
        helperText="Enter inclui o produto marcado; as setas escolhem outro."
        size="small"
        disabled={disabled}
        value={text}
        inputRef={field}
        onChange={(event) => {
          setText(event.target.value);
          setMarked(0);
          setAwaited(false);
        }}
        onKeyDown={onKeyDown}
        slotProps={{
          htmlInput: {
            role: 'combobox',
            'aria-haspopup': 'grid',
            'aria-expanded': hits.length > 0,
            'aria-controls': hits.length > 0 ? listId : undefined,
            'aria-activedescendant': hits[marked] ? `${listId}-${hits[marked].id}` : undefined,
            autoComplete: 'off',
          },
        }}
      />
      <BrandMenu menu={menu} value={brand} onChange={setBrand} disabled={disabled} />
      {asked && found.isPending && <ListSkeleton rows={4} />}
      {asked && found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {asked && found.data && hits.length === 0 && (
        <EmptyState title="Nenhum produto encontrado" text="Confira o código ou procure por outra palavra." />
      )}
      {hits.length > 0 && (
        <Box
          id={listId}
          role="grid"
          aria-label="Produtos encontrados"
          sx={{ maxHeight: 420, overflowY: 'auto' }}
        >
          {hits.map((product, index) => (
            <ProductRow
              key={product.id}
              id={`${listId}-${product.id}`}
              product={product}
              marked={index === marked}
              action={
                <Box sx={{ display: 'flex', gap: 1 }}>
                  {onQuoted && (
                    <Button size="small" disabled={disabled} onClick={() => onQuoted(product)}>
                      Só cotar
                    </Button>
                  )}
                  <Button
                    size="small"
                    variant="outlined"
                    disabled={disabled}
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
      )}
    </Box>
  );
}

interface BrandMenuProps {
  menu: string;
  value: string;
  disabled: boolean;
  onChange: (brand: string) => void;
}

/** Brands in a row above the list, or behind one field. */
function BrandMenu({ menu, value, disabled, onChange }: BrandMenuProps) {
  const filters = useRoute(productRoutes.filters, {});
  const brands = filters.data?.data.marcas ?? [];
  if (brands.length === 0) return null;
  if (menu !== 'SUPERIOR_DESANINHADO')
    return (
      <TextField
        select
        label="Marca"
        size="small"
        disabled={disabled}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        sx={{ maxWidth: 280 }}
      >
        <MenuItem value="">Todas</MenuItem>
        {brands.map((brand) => (
          <MenuItem key={brand} value={brand}>
            {brand}
          </MenuItem>
        ))}
      </TextField>
    );
  return (
    <Box role="group" aria-label="Marcas" sx={{ display: 'flex', gap: 1.5, overflowX: 'auto', pb: 1 }}>
      {brands.map((brand) => (
        <Chip
          key={brand}
          label={brand}
          size="small"
          disabled={disabled}
          color={brand === value ? 'primary' : 'default'}
          aria-pressed={brand === value}
          onClick={() => onChange(brand === value ? '' : brand)}
        />
      ))}
    </Box>
  );
}
