import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import type { KeyboardEvent, Ref } from 'react';
import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { CartItem, EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { steady } from '#ui/components/steady.tsx';
import { EmptyState } from '#ui/shell/states/StateMessage.tsx';
import { CartLine, LINE_COLUMNS } from './CartLine.tsx';

interface CartProps {
  quote: EditedQuote;
  list: Ref<HTMLUListElement>;
  disabled: boolean;
  problems: Readonly<Record<number, Record<string, string>>>;
  onChange: (change: ItemChange) => void;
  onNegotiate: (item: CartItem, desired?: string) => void;
  /** Returns to the search. */
  onSearch: () => void;
  /** Called when the person undid a refused input. */
  onForget: () => void;
}

/** The up and down arrows move through the quantities of the lines; Enter in one returns to the search. */
export const Cart = steady(
  ({ quote, list, onChange, onSearch, onNegotiate, problems, ...rest }: CartProps) => {
    const walk = (event: KeyboardEvent<HTMLElement>) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      const fields = quantities(event.currentTarget);
      const at = fields.indexOf(event.target as HTMLInputElement);
      if (at < 0) return;
      event.preventDefault();
      const next = fields[at + (event.key === 'ArrowDown' ? 1 : -1)];
      if (next) next.focus();
      else if (event.key === 'ArrowUp') onSearch();
    };
    // Removing the line would remove the focus with it, so the focus moves on first.
    const remove = (item: CartItem, from: Element | null) => {
      const fields = from ? quantities(from) : [];
      const at = quote.itens.indexOf(item);
      const next = fields[at + 1] ?? fields[at - 1];
      if (next) next.focus();
      else onSearch();
      onChange({ id: item.id, removido: true });
    };
    if (quote.itens.length === 0)
      return (
        <EmptyState
          title="Nenhum item no orçamento"
          text="Procure um produto acima e tecle Enter para incluí-lo."
        />
      );
    return (
      <>
        <Box
          aria-hidden
          sx={{
            display: { xs: 'none', sm: 'grid' },
            gridTemplateColumns: LINE_COLUMNS,
            columnGap: 3,
            mt: 2,
            pb: 1,
            borderBottom: 1,
            borderColor: 'divider',
            fontSize: 12,
            fontWeight: 500,
            color: 'text.secondary',
          }}
        >
          <span>Produto</span>
          <span>Quantidade</span>
          <span>Preço</span>
          <span style={{ textAlign: 'right' }}>Total</span>
          <span />
        </Box>
        <Box
          component="ul"
          ref={list}
          aria-label="Itens do orçamento"
          onKeyDown={walk}
          sx={{ m: 0, p: 0, listStyle: 'none' }}
        >
          {quote.itens.map((item) => (
            <CartLine
              key={item.id}
              item={item}
              quote={quote}
              problems={problems[item.id] ?? {}}
              onChange={onChange}
              onAdd={onChange}
              onRemove={(from) => remove(item, from.closest('ul'))}
              onNegotiate={(desired) => onNegotiate(item, desired)}
              onSearch={onSearch}
              {...rest}
            />
          ))}
        </Box>
      </>
    );
  },
);

export const quantities = (within: ParentNode): HTMLInputElement[] => [
  ...within.querySelectorAll<HTMLInputElement>('[data-cart-quantity]'),
];

export const RemovedLines = steady(
  ({ quote, disabled, onChange }: Pick<CartProps, 'quote' | 'disabled' | 'onChange'>) => {
    if (quote.itensRemovidos.length === 0) return null;
    return (
      <Paper variant="outlined" component="section" aria-label="Itens Removidos" sx={{ mt: 4, p: 3 }}>
        <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 14, fontWeight: 600 }}>
          Itens Removidos
        </Box>
        {quote.itensRemovidos.map((item) => (
          <Box key={item.id} sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary' }}>
            <span style={{ flex: 1 }}>{item.produto.descricao}</span>
            <Button
              size="small"
              disabled={disabled}
              aria-label={`Trazer de volta ${item.produto.descricao}`}
              onClick={() => onChange({ id: item.id, removido: false })}
            >
              Trazer de volta
            </Button>
          </Box>
        ))}
      </Paper>
    );
  },
);
