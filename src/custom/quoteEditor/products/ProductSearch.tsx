import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useForkRef } from '@mui/material/utils';
import { keepPreviousData } from '@tanstack/react-query';
import {
  type FocusEvent,
  type KeyboardEvent,
  type Ref,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { productRoutes } from '../../../../contract/callcenter/products.ts';
import type { EditedQuote, QuoteProduct } from '../../../../contract/callcenter/quoteShapes.ts';
import type { Decimal } from '../../../../contract/rules/decimal.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { EntryStatus, useEntryQueue } from '../../../ui/entry/useEntryQueue.tsx';
import { useIsPhone } from '../Folded.tsx';
import { BrandMenu } from './BrandMenu.tsx';
import { InactiveProducts } from './LinkedProducts.tsx';
import { MixToggle } from './MixToggle.tsx';
import { ProductHits } from './ProductRow.tsx';
import {
  type AskedProduct,
  firstToSell,
  isSellable,
  soldProduct,
  typedProduct,
  unavailable,
} from './soldProduct.ts';

interface ProductSearchProps {
  quote: EditedQuote;
  field: Ref<HTMLInputElement>;
  disabled: boolean;
  /** Answers why it did not become a line, or `null`. */
  onAdd: (product: QuoteProduct, quantity: Decimal | null) => Promise<string | null>;
  /** Down, where there are no hits to walk: into the lines. */
  onLeave: () => void;
  /** Registers that the price was asked; absent where the branch does not want it. */
  onQuoted?: ((product: QuoteProduct) => void) | undefined;
}

/** Products by words, code or bar code: arrows walk the hits, Enter adds the marked one; '12*' before says how many. */
export function ProductSearch({
  quote,
  field: outer,
  disabled,
  onAdd,
  onLeave,
  onQuoted,
}: ProductSearchProps) {
  const listId = useId();
  const phone = useIsPhone();
  const { vendaSemEstoque, tipoMenu } = quote.regras;
  const [text, setText] = useState('');
  const [brand, setBrand] = useState('');
  const [inactive, setInactive] = useState(false);
  const [open, setOpen] = useState(false);
  const [walked, setWalked] = useState<number | null>(null);
  const typed = typedProduct(text);
  const q = useDeferredValue(typed.words);
  const asked = open && (q !== '' || brand !== '');
  const found = useRoute(
    productRoutes.ofQuote,
    {
      params: { idPedido: quote.id },
      query: { take: 12, ...(q && { q }), ...(brand && { marca: brand }) },
    },
    { enabled: asked && !inactive, placeholderData: keepPreviousData },
  );
  const hits = asked && !inactive ? (found.data?.itens ?? []) : [];
  const marked = walked ?? firstToSell(hits, q, vendaSemEstoque);
  // Hits of the text before stay on the screen, and are never added by Enter.
  const current = asked && typed.words === q && !found.isFetching && !found.isPlaceholderData;
  const entry = useEntryQueue<AskedProduct, QuoteProduct>({
    name: `orcamento-${quote.id}-produtos`,
    ask: (asked) => soldProduct(quote, asked),
    act: async (product, asked) => {
      const problem = await onAdd(product, typedProduct(asked.text).quantity);
      return problem && `${product.descricao}: ${problem}`;
    },
  });
  const field = useRef<HTMLInputElement>(null);
  const input = useForkRef(field, outer);
  const [refused, setRefused] = useState('');
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closing.current), []);

  const add = (hit: QuoteProduct) => {
    if (!isSellable(hit, vendaSemEstoque)) {
      setRefused(`${unavailable(hit)} Escolha outro com as setas.`);
      return;
    }
    entry.enter({ text, marca: brand }, hit);
    close();
  };
  /** Enter is a promise: a scanner types the next code before the answer to this one is there. */
  const enter = () => {
    const hit = hits[marked];
    if (current && hit) return add(hit);
    if (inactive || !typed.words) return;
    entry.enter({ text, marca: brand });
    // Nothing was found: the words stay to be mended, and the next code takes their place.
    if (current) field.current?.select();
    else close();
  };
  const close = () => {
    setText('');
    setBrand('');
    setWalked(null);
    setRefused('');
    setOpen(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setRefused('');
      if (hits.length > 0) setWalked(Math.max(0, Math.min(hits.length - 1, marked + step)));
      else if (step > 0 && !asked) onLeave();
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      enter();
    }
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };
  // A focus that only moves within comes back at once, also from what floats over the page.
  const onBlur = (event: FocusEvent) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    closing.current = setTimeout(() => setOpen(false), 0);
  };
  return (
    <Box
      onBlur={onBlur}
      onFocus={() => clearTimeout(closing.current)}
      sx={({ vars: { palette } }) => ({
        display: 'grid',
        gridTemplateColumns: 'minmax(0, 1fr)',
        gap: 2,
        position: 'sticky',
        top: 'var(--shell-top)',
        zIndex: 3,
        mx: -2,
        px: 2,
        py: 1,
        backgroundColor: palette.background.paper,
      })}
    >
      <TextField
        label="Incluir produto"
        placeholder="Código, descrição ou código de barras"
        helperText={refused || 'Enter inclui o marcado, 12*arroz inclui 12, ↓ leva às quantidades.'}
        error={refused !== ''}
        size="small"
        fullWidth
        disabled={disabled}
        value={text}
        inputRef={input}
        onFocus={() => setOpen(phone || text !== '' || brand !== '')}
        onChange={(event) => {
          setText(event.target.value);
          setOpen(true);
          setWalked(null);
          setRefused('');
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
          // A phone has no keys to tell of.
          formHelperText: {
            'aria-live': 'polite',
            sx: { display: { xs: refused ? 'block' : 'none', sm: 'block' } },
          },
        }}
      />
      <EntryStatus field={entry} />
      <Box
        sx={{
          // A phone keeps its height for the lines: brands are there while one searches.
          display: { xs: open ? 'flex' : 'none', sm: 'flex' },
          alignItems: { xs: 'flex-end', sm: 'center' },
          flexWrap: { xs: 'wrap', sm: 'nowrap' },
          columnGap: 3,
        }}
      >
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <BrandMenu
            menu={tipoMenu}
            value={brand}
            onChange={(value) => {
              setBrand(value);
              setWalked(null);
              setOpen(true);
            }}
            disabled={disabled}
          />
        </Box>
        <FormControlLabel
          control={
            <Switch
              size="small"
              checked={inactive}
              onChange={(_, on) => {
                setInactive(on);
                setOpen(true);
              }}
            />
          }
          label="Inativos"
          disabled={disabled}
          sx={{ mr: 0, flex: 'none' }}
        />
      </Box>
      {(asked || (open && inactive)) && (
        <Paper
          elevation={8}
          onMouseDown={keepFocus}
          sx={{
            position: 'absolute',
            top: '100%',
            left: 0,
            right: 0,
            maxHeight: 'min(440px, 60dvh)',
            overflowY: 'auto',
            border: 1,
            borderColor: 'divider',
          }}
        >
          {inactive ? (
            <InactiveProducts
              q={q}
              idFil={quote.filial.id}
              disabled={disabled}
              onAdd={(product) => entry.enter({ text: product.idExibicao, marca: '' }, product)}
            />
          ) : (
            <ProductHits
              id={listId}
              found={found}
              hits={hits}
              marked={marked}
              sellable={(product) => isSellable(product, vendaSemEstoque)}
              disabled={disabled}
              onAdd={(product) => entry.enter({ text, marca: brand }, product)}
              onQuoted={onQuoted}
              mixOf={(product) => !disabled && <MixToggle quote={quote} product={product} />}
            />
          )}
        </Paper>
      )}
    </Box>
  );
}

/** A press on the list leaves the focus in the field: one goes on typing after it. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();
