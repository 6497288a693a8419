import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useNotify } from 'ra-core';
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { productRoutes } from '../../../contract/callcenter/products.ts';
import type { ItemChange } from '../../../contract/callcenter/quoteEditing.ts';
import type { CartItem, EditedQuote } from '../../../contract/callcenter/quoteShapes.ts';
import { quoteRoutes } from '../../../contract/callcenter/quotes.ts';
import { orderStatus } from '../../../contract/catalogs/orderStatus.ts';
import { useRouteCommand } from '../../dataProvider/useRoute.ts';
import { ConfirmDialog } from '../components/ConfirmDialog.tsx';
import { Section } from '../components/detail/Section.tsx';
import { StatusChip } from '../components/display/StatusChip.tsx';
import { SaveStatus } from '../drafts/SaveStatus.tsx';
import { Page } from '../layout/Page.tsx';
import { EmptyState } from '../layout/states/EmptyState.tsx';
import { addChange } from './addChange.ts';
import { CartLine } from './CartLine.tsx';
import { ProductSearch } from './ProductSearch.tsx';
import { QuoteHeader } from './QuoteHeader.tsx';
import { QuoteSide } from './QuoteSide.tsx';
import { TotalsStrip } from './TotalsStrip.tsx';
import { useQuoteEditing } from './useQuoteEditing.ts';

const RequestPriceDialog = lazy(async () => ({
  default: (await import('../negotiations/RequestPriceDialog.tsx')).RequestPriceDialog,
}));

/** A quote at work: products in, quantities and prices, payment and delivery, until it becomes an order. */
export function QuoteWorkspace({ first }: { first: EditedQuote }) {
  const editing = useQuoteEditing(first);
  const { quote, refusal } = editing;
  const notify = useNotify();
  const search = useRef<HTMLInputElement>(null);
  const [negotiated, setNegotiated] = useState<(CartItem & { desejado?: string }) | null>(null);
  const disabled = !quote.editavel;
  // What is not saved is told wherever the page is scrolled to.
  const unsaved = editing.state.kind === 'failed' || editing.state.kind === 'conflict';
  const problems = refusal ? problemsByLine(refusal.error.fields, refusal.change) : {};
  const quoted = useRouteCommand(productRoutes.quoted, {
    onSuccess: ({ data }) => notify(data.message, { type: 'success' }),
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  const change = (item: ItemChange) => void editing.changeItems([item]);
  return (
    <Page
      title={`Orçamento #${quote.id}`}
      count={`${quote.cliente.id} - ${quote.cliente.razSoc} · ${quote.filial.desc}`}
      aside={<StatusChip value={quote.st} catalog={orderStatus} />}
      actions={unsaved ? undefined : <SaveStatus state={editing.state} />}
    >
      {unsaved && (
        <Paper
          variant="outlined"
          sx={{ mb: 3, px: 4, py: 2, position: 'sticky', top: 'var(--shell-top)', zIndex: 3 }}
        >
          <SaveStatus
            state={editing.state}
            onKeepMine={() => void editing.keepMine()}
            onTakeOther={() => void editing.takeOther()}
          />
        </Paper>
      )}
      <Notices quote={quote} />
      {refusal && (
        <Alert
          severity="error"
          sx={{ mb: 3, whiteSpace: 'pre-line', position: 'sticky', top: 'var(--shell-top)', zIndex: 3 }}
          onClose={editing.forget}
          action={
            refusal.error.code === 'NEGOCIACAO_EXIGIDA' && quote.regras.exibeNegociarPreco ? (
              <Button
                color="inherit"
                size="small"
                onClick={() => setNegotiated(asked(quote, refusal.change))}
              >
                Negociar preço
              </Button>
            ) : undefined
          }
        >
          {refusal.error.message}
        </Alert>
      )}
      <Box sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: 'minmax(0, 1fr) 320px' } }}>
        <Box sx={{ display: 'grid', gap: 4, alignContent: 'start', minWidth: 0 }}>
          <Section title="Produtos">
            <ProductSearch
              idOrcamento={quote.id}
              menu={quote.regras.tipoMenu}
              field={search}
              disabled={disabled}
              onAdd={(product) => change(addChange(product))}
              onQuoted={
                quote.regras.registraItensCotados
                  ? (product) =>
                      quoted.mutate({
                        params: { idPedido: quote.id },
                        body: { produtos: [{ idProd: product.id, qtde: '1' }] },
                      })
                  : undefined
              }
            />
            <Cart
              quote={quote}
              disabled={disabled}
              problems={problems}
              onChange={change}
              onNegotiate={setNegotiated}
              onSearch={() => search.current?.focus()}
            />
            <Removed quote={quote} disabled={disabled} onChange={change} />
          </Section>
          <QuoteHeader editing={editing} disabled={disabled} />
        </Box>
        <QuoteSide editing={editing} disabled={disabled} />
      </Box>
      <TotalsStrip quote={quote} actions={<SaveAsOrder editing={editing} />} />
      {negotiated && (
        <Suspense fallback={null}>
          <RequestPriceDialog
            idOrcamento={quote.id}
            item={{
              id: negotiated.id,
              descricao: negotiated.produto.descricao,
              precoTabela: negotiated.precoTabela,
              preco: negotiated.preco,
              quantidade: negotiated.qtde,
            }}
            desired={negotiated.desejado}
            onClose={() => setNegotiated(null)}
            onRequested={() => {
              setNegotiated(null);
              editing.forget();
              void editing.takeOther();
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** The line whose price was refused, with the price that was typed. */
function asked(quote: EditedQuote, change: ItemChange | null) {
  const item = quote.itens.find(({ id }) => id === change?.id);
  return item ? { ...item, ...(change?.preco && { desejado: change.preco }) } : null;
}

function Notices({ quote }: { quote: EditedQuote }) {
  return (
    <Box
      sx={{ display: 'grid', gap: 2, mb: quote.motivoSomenteLeitura || quote.cliente.motivoBloqueio ? 3 : 0 }}
    >
      {quote.motivoSomenteLeitura && <Alert severity="info">{quote.motivoSomenteLeitura}</Alert>}
      {quote.cliente.motivoBloqueio && (
        <Alert severity="warning">Cliente bloqueado: {quote.cliente.motivoBloqueio}</Alert>
      )}
    </Box>
  );
}

/** Texts of the first change by the field that they name. */
const problemsByLine = (fields: Readonly<Record<string, string>>, change: ItemChange | null) => {
  if (change?.id === undefined) return {};
  const own = Object.entries(fields).flatMap(([path, text]) => {
    const field = /^itens\.0\.(\w+)$/.exec(path)?.[1];
    return field ? [[field, text] as const] : [];
  });
  return { [change.id]: Object.fromEntries(own) };
};

interface CartProps {
  quote: EditedQuote;
  disabled: boolean;
  problems: Readonly<Record<number, Record<string, string>>>;
  onChange: (change: ItemChange) => void;
  onNegotiate: (item: CartItem) => void;
  onSearch: () => void;
}

/** Up and down walk the quantities of the lines. */
function Cart({ quote, disabled, problems, onChange, onNegotiate, onSearch }: CartProps) {
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const fields = [...event.currentTarget.querySelectorAll<HTMLInputElement>('[data-cart-quantity]')];
    const at = fields.indexOf(event.target as HTMLInputElement);
    if (at < 0) return;
    event.preventDefault();
    const next = fields[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (next) next.focus();
    else if (event.key === 'ArrowUp') onSearch();
  };
  if (quote.itens.length === 0)
    return (
      <EmptyState
        title="Nenhum item no orçamento"
        text="Procure um produto acima e tecle Enter para incluí-lo."
      />
    );
  return (
    <Box
      component="ul"
      aria-label="Itens do orçamento"
      onKeyDown={walk}
      sx={{ m: 0, mt: 3, p: 0, listStyle: 'none' }}
    >
      {quote.itens.map((item) => (
        <CartLine
          key={item.id}
          item={item}
          quote={quote}
          disabled={disabled}
          problems={problems[item.id] ?? {}}
          onChange={onChange}
          onAdd={onChange}
          onNegotiate={() => onNegotiate(item)}
        />
      ))}
    </Box>
  );
}

function Removed({ quote, disabled, onChange }: Pick<CartProps, 'quote' | 'disabled' | 'onChange'>) {
  if (quote.itensRemovidos.length === 0) return null;
  return (
    <Paper variant="outlined" component="section" aria-label="Itens Removidos" sx={{ mt: 4, p: 3 }}>
      <Box component="h3" sx={{ m: 0, mb: 1, fontSize: 14, fontWeight: 600 }}>
        Itens Removidos
      </Box>
      {quote.itensRemovidos.map((item) => (
        <Box key={item.id} sx={{ display: 'flex', alignItems: 'center', gap: 2, color: 'text.secondary' }}>
          <span style={{ flex: 1 }}>{item.produto.descricao}</span>
          <Button size="small" disabled={disabled} onClick={() => onChange({ id: item.id, removido: false })}>
            Trazer de volta
          </Button>
        </Box>
      ))}
    </Paper>
  );
}

/** What is typed is saved first; the order is made of what the server holds. */
function SaveAsOrder({ editing }: { editing: ReturnType<typeof useQuoteEditing> }) {
  const { quote } = editing;
  const navigate = useNavigate();
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const order = useRouteCommand(quoteRoutes.saveAsOrder);
  const confirm = async () => {
    if (!(await editing.settle())) throw new Error('O orçamento ainda não foi salvo. Resolva o aviso acima.');
    const { data } = await order.mutateAsync({ params: { id: quote.id }, body: {} });
    notify(data.message, { type: 'success' });
    navigate(`/pedidos/${quote.id}`);
  };
  return (
    <>
      <Button
        variant="contained"
        disabled={!quote.editavel || quote.itens.length === 0}
        onClick={() => setAsking(true)}
      >
        Salvar como pedido
      </Button>
      <ConfirmDialog
        open={asking}
        title="Salvar como pedido?"
        text={`O orçamento #${quote.id} vira pedido, e o estoque dos itens fica reservado.`}
        confirmLabel="Salvar como pedido"
        onConfirm={confirm}
        onCancel={() => setAsking(false)}
      />
    </>
  );
}
