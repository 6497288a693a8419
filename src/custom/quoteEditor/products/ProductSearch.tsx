import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import Switch from '@mui/material/Switch';
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
import { productRoutes } from '#contract/callcenter/products.ts';
import type { LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { EditedQuote, QuoteProduct } from '#contract/callcenter/quotes/quoteShapes.ts';
import { firstToSell, isSellable, typedProduct, unavailable } from '#contract/rules/orders/productEntry.ts';
import { useRoute } from '#data/useRoute.ts';
import { steady } from '#ui/components/steady.tsx';
import { TextField } from '#ui/components/TextField.tsx';
import { EntryStatus, type RequestedText, useEntryQueue } from '#ui/entry/useEntryQueue.tsx';
import { LOW, useIsPhone } from '#ui/theme/windowWidth.ts';
import type { EnteredAnswer, ReturnedEntry } from '../state/useQuoteEditing.ts';
import { BrandMenu } from './BrandMenu.tsx';
import { InactiveProducts } from './LinkedProducts.tsx';
import { MixToggle } from './MixToggle.tsx';
import { entryOf, ProductHits } from './ProductRow.tsx';

/** The text of the field, and the brand it was searched within. */
interface RequestedProduct extends RequestedText {
  marca: string;
  /** As it was sent before a reload: the same product again, not what the text finds now. */
  entry?: LineEntry;
}

const ANYTHING = Promise.resolve({ found: null });

interface ProductSearchProps {
  quote: EditedQuote;
  field: Ref<HTMLInputElement>;
  disabled: boolean;
  /** Adds what was typed or chosen; resolves once it is a line or refused. */
  onEnter: (entry: LineEntry) => Promise<EnteredAnswer>;
  /** Products of the page before a reload that were refused. */
  returned: readonly ReturnedEntry[];
  onReturnedTaken: () => void;
  /** Opens the dialog of pasted lists, with what was pasted into the field. */
  onPasted: (text: string) => void;
  /** The down arrow, when there are no hits to move through: goes to the lines. */
  onLeave: () => void;
  /** Records that the customer asked for the price; absent when the branch does not want it. */
  onQuoted?: ((product: QuoteProduct) => void) | undefined;
}

/**
 * Searches products by words, code or barcode: arrow keys move through the hits, Enter adds the marked one, and a prefix such
 * as '12*' sets the quantity.
 */
export const ProductSearch = steady(
  ({
    quote,
    field: outer,
    disabled,
    onEnter,
    returned,
    onReturnedTaken,
    onPasted,
    onLeave,
    onQuoted,
  }: ProductSearchProps) => {
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
    const searches = open && (q !== '' || brand !== '');
    const found = useRoute(
      productRoutes.ofQuote,
      {
        params: { idPedido: quote.id },
        query: { take: 12, ...(q && { q }), ...(brand && { marca: brand }) },
      },
      { enabled: searches && !inactive, placeholderData: keepPreviousData },
    );
    const hits = searches && !inactive ? (found.data?.itens ?? []) : [];
    const marked = walked ?? firstToSell(hits, q, vendaSemEstoque);
    // Hits of the previous text stay visible but are never added by Enter.
    const current = searches && typed.words === q && !found.isFetching && !found.isPlaceholderData;
    const entry = useEntryQueue<RequestedProduct, QuoteProduct | null>({
      name: `orcamento-${quote.id}-produtos`,
      // The server finds what is meant by the text, for all that are waiting at once.
      ask: () => ANYTHING,
      act: async (product, requested) => {
        const answer = await onEnter(
          product
            ? entryOf(product, typedProduct(requested.text).quantity, requested.text)
            : (requested.entry ?? {
                texto: requested.text,
                ...(requested.marca && { marca: requested.marca }),
              }),
        );
        return answer.situacao === 'INCLUIDA' ? null : refusedOf(answer);
      },
    });
    useEffect(() => {
      if (returned.length === 0) return;
      entry.restore(
        returned.map(({ entry, answer }) => ({
          requested: { text: entry.texto, marca: entry.marca ?? '', entry },
          ...refusedOf(answer),
        })),
      );
      onReturnedTaken();
    }, [returned, onReturnedTaken, entry.restore]);
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
    /** Enter is queued, since a scanner types the next code before the response to this one has arrived. */
    const enter = () => {
      const hit = hits[marked];
      if (current && hit) return add(hit);
      if (inactive || !typed.words) return;
      entry.enter({ text, marca: brand });
      // Nothing was found: the text stays for correction, selected so that the next code replaces it.
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
        else if (step > 0 && !searches) onLeave();
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
    // Focus that only moves within the search, including to a popup over the page, returns immediately and cancels the closing.
    const onBlur = (event: FocusEvent) => {
      if (event.currentTarget.contains(event.relatedTarget)) return;
      closing.current = setTimeout(() => setOpen(false), 0);
    };
    return (
      <Box
        data-print="no"
        data-quote-part="produtos"
        onBlur={onBlur}
        onFocus={() => clearTimeout(closing.current)}
        sx={({ vars: { palette } }) => ({
          display: 'grid',
          gridTemplateColumns: 'minmax(0, 1fr)',
          gap: 2,
          position: 'sticky',
          [LOW]: { position: 'static' },
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
          // The products follow each letter.
          immediate
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
          onPaste={(event) => {
            // A list has lines or the columns of a sheet; anything else is a text to search for.
            const pasted = event.clipboardData.getData('text/plain');
            if (!/\S[\t ]*[\n\t][\t ]*\S/.test(pasted.trim())) return;
            event.preventDefault();
            close();
            onPasted(pasted);
          }}
          slotProps={{
            htmlInput: {
              role: 'combobox',
              'aria-haspopup': 'grid',
              'aria-expanded': hits.length > 0,
              'aria-controls': hits.length > 0 ? listId : undefined,
              'aria-activedescendant': hits[marked] ? `${listId}-${hits[marked].id}` : undefined,
              autoComplete: 'off',
            },
            // The helper text describes keyboard shortcuts, which a phone does not have.
            formHelperText: {
              'aria-live': 'polite',
              sx: { display: { xs: refused ? 'block' : 'none', sm: 'block' } },
            },
          }}
        />
        <EntryStatus field={entry} />
        <Box
          sx={{
            // A phone keeps its height for the lines and shows the brands only during a search.
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
          <Button size="small" disabled={disabled} onClick={() => onPasted('')} sx={{ flex: 'none' }}>
            Colar lista
          </Button>
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
        {(searches || (open && inactive)) && (
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
  },
);

/** The refusal by the product's name, and what would be accepted, as it is typed. */
const refusedOf = ({ produto, problema, alternativas }: EnteredAnswer) => ({
  problem: produto ? `${produto}: ${problema}` : problema,
  instead: alternativas.map(({ rotulo, texto }) => ({
    label: rotulo,
    requested: { text: texto, marca: '' },
  })),
});

/** Pressing the list leaves the focus in the field, so that typing can continue. */
const keepFocus = (event: { preventDefault: () => void }) => event.preventDefault();
