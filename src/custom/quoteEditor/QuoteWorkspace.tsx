import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useNotify } from 'ra-core';
import { type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { productRoutes } from '#contract/callcenter/products.ts';
import type { ItemChange } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { LineEntry } from '#contract/callcenter/quotes/quoteEntry.ts';
import type { CartItem, EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { formatCount } from '#contract/rules/format.ts';
import { packText } from '#contract/rules/orders/shownStock.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { currentInitialLoad, ownZone } from '#data/session.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { customerText } from '#src/resources/customers/shared/CustomerLabel.tsx';
import { lossText } from '#src/resources/orders/shared/lossText.ts';
import { OrderStatusChip } from '#src/resources/orders/shared/orderColumns.tsx';
import { orderNewsText } from '#src/resources/orders/shared/orderNews.ts';
import { useOrderLive } from '#src/resources/orders/shared/useOrder.ts';
import { Button } from '#ui/components/Button.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { steady } from '#ui/components/steady.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Page } from '#ui/shell/Page.tsx';
import { useUndoOffer } from '#ui/undo/useUndoOffer.tsx';
import { ChangeNotices } from './ChangeNotices.tsx';
import { Cart, quantities, RemovedLines } from './lines/Cart.tsx';
import { OfferChangesBox } from './OfferChangesBox.tsx';
import { ProposedTermsBox } from './ProposedTermsBox.tsx';
import { usePastedList } from './paste/pastedList.ts';
import { ProductSearch } from './products/ProductSearch.tsx';
import { useProposedTerms } from './proposedTerms.ts';
import { QuoteFoot } from './QuoteFoot.tsx';
import { QuoteHeader } from './QuoteHeader.tsx';
import { QuoteSide } from './QuoteSide.tsx';
import { RepeatedOrderBox } from './RepeatedOrderBox.tsx';
import { ReturnQuote } from './ReturnQuote.tsx';
import { type QuoteEditing, useQuoteEditing } from './state/useQuoteEditing.ts';
import { useQuoteParts } from './state/useQuoteParts.ts';

const RequestPriceDialog = lazyScreen(
  () => import('#src/resources/negotiations/shared/RequestPriceDialog.tsx'),
  'RequestPriceDialog',
);

const PasteDialog = lazyScreen(() => import('./paste/PasteDialog.tsx'), 'PasteDialog');

/**
 * The quote editor: adding products, setting quantities and prices, payment and delivery, until the quote becomes an order.
 */
export function QuoteWorkspace({ first }: { first: EditedQuote }) {
  const { typed, ...editing } = useQuoteEditing(first);
  const { quote, refusal } = editing;
  useQuoteParts();
  const proposal = useProposedTerms(quote);
  const notify = useNotify();
  const search = useRef<HTMLInputElement>(null);
  /** What the dialog of pasted lists begins with; `null` while it is closed. */
  const [pasted, setPasted] = useState<string | null>(null);
  const list = usePastedList(quote.id);
  const [negotiated, setNegotiated] = useState<(CartItem & { desejado?: string }) | null>(null);
  const disabled = !quote.editavel;
  const problems = refusal ? problemsByLine(refusal.error.fields, refusal.change) : {};
  const quoted = useRouteCommand(productRoutes.quoted, {
    onSuccess: ({ data }) => notify(data.message, { type: 'success' }),
    onError: (error) => notify(error.message, { type: 'error' }),
  });
  useOrderLive(quote.id, quote.filial.id, (news) => {
    if (news && news.versao < quote.versao) return;
    void editing.refresh().catch(() => {});
    const text = news && orderNewsText(news, Number(currentInitialLoad()?.colaborador.id));
    if (text) notify(text, { type: 'info' });
  });
  const offer = useUndoOffer();
  const changed = async (item: ItemChange) => {
    const name = quote.itens.find(({ id }) => id === item.id)?.produto.descricao;
    const outcome = await editing.changeItems([item]);
    if (outcome !== 'stored' || item.removido !== true || name === undefined) return;
    offer('removeQuoteLine', {
      message: `${name} saiu do orçamento.`,
      undo: async () => {
        const outcome = await editing.changeItems([{ id: item.id, removido: false }]);
        if (outcome === 'stored') return `${name} voltou ao orçamento.`;
        if (outcome === 'kept') return `${name} volta ao orçamento assim que as mudanças forem salvas.`;
        throw new Error('O item não voltou. Veja o aviso no fim do orçamento.');
      },
    });
  };
  const change = (item: ItemChange) => void changed(item);
  const paste = async (text: string) => {
    // What is on its way belongs above the list.
    await editing.settle();
    setPasted(text);
  };
  const toSearch = () => search.current?.focus();
  const added = useLastAddedLine(quote);
  const enter = async (entry: LineEntry) => {
    const answer = await editing.enter(entry);
    if (answer.situacao === 'INCLUIDA' && answer.idProd !== null) added.show(answer.idProd);
    return answer;
  };
  // Fixed on arrival, so that a later refetch does not move the focus.
  const [begins] = useState(first.itens.length === 0 && first.editavel);
  useEffect(() => {
    // An empty quote starts with the search field focused. On a phone that would open the keyboard over the page.
    if (begins && globalThis.matchMedia?.('(pointer: fine)').matches)
      search.current?.focus({ preventScroll: true });
  }, [begins]);
  // Opened from here, so that the typed price is passed along.
  const negotiate = (item: CartItem, desejado?: string) => {
    const refusedItem = refusal?.change?.id === item.id ? requestedItem(quote, refusal.change) : null;
    setNegotiated(desejado === undefined ? (refusedItem ?? item) : { ...item, desejado });
  };
  return (
    <Page
      title={`Orçamento #${quote.id}`}
      count={`${customerText(quote.cliente)} · ${quote.filial.desc}`}
      aside={<OrderStatusChip value={quote.st} />}
      branch={quote.filial.id}
    >
      <Notices editing={editing} />
      <ProposedTermsBox proposal={proposal} editing={editing} />
      <RepeatedOrderBox editing={editing} />
      <OfferChangesBox editing={editing} />
      <ChangeNotices editing={editing} />
      <Box
        data-print="column"
        sx={{ display: 'grid', gap: 4, gridTemplateColumns: { xs: '1fr', lg: 'minmax(0, 1fr) 320px' } }}
      >
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(0, 1fr)',
            gap: 4,
            alignContent: 'start',
            minWidth: 0,
          }}
        >
          <Section title="Produtos">
            <ProductSearch
              quote={quote}
              field={search}
              disabled={disabled}
              onEnter={enter}
              returned={editing.returned}
              onReturnedTaken={editing.takeReturned}
              onPasted={paste}
              onLeave={added.focusQuantity}
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
            {(list.asked.length > 0 || list.text !== '') && pasted === null && !disabled && (
              <Alert
                severity="info"
                action={
                  <Button color="inherit" size="small" onClick={() => setPasted('')}>
                    Continuar
                  </Button>
                }
                data-print="no"
              >
                {list.asked.length > 0
                  ? `Lista colada: ${formatCount(list.asked.length, 'linha a decidir', 'linhas a decidir')}.`
                  : 'A lista colada ainda não foi lida.'}
              </Alert>
            )}
            <Cart
              quote={quote}
              list={added.list}
              disabled={disabled}
              problems={problems}
              onChange={change}
              onNegotiate={negotiate}
              onSearch={toSearch}
              onForget={editing.forget}
            />
            <RemovedLines quote={quote} disabled={disabled} onChange={change} />
          </Section>
          <QuoteHeader editing={editing} typed={typed} proposal={proposal} disabled={disabled} />
        </Box>
        <QuoteSide editing={editing} disabled={disabled} />
      </Box>
      <QuoteFoot
        editing={editing}
        refusal={refusal?.error.message ?? null}
        onNegotiate={
          refusal?.error.code === 'NEGOCIACAO_EXIGIDA' && quote.regras.exibeNegociarPreco
            ? () => setNegotiated(requestedItem(quote, refusal.change))
            : undefined
        }
      />
      {pasted !== null && (
        <Suspense fallback={null}>
          <PasteDialog
            quote={quote}
            list={list}
            text={pasted}
            onChanged={editing.applyServerQuote}
            settle={editing.settle}
            onClose={() => setPasted(null)}
          />
        </Suspense>
      )}
      {negotiated && (
        <Suspense fallback={null}>
          <RequestPriceDialog
            idOrcamento={quote.id}
            item={{
              id: negotiated.id,
              descricao: negotiated.produto.descricao,
              precoTabela: negotiated.precoTabela,
              preco: negotiated.preco,
              quantidade: quantityOf(negotiated),
            }}
            desired={negotiated.desejado}
            onClose={() => setNegotiated(null)}
            onRequested={() => {
              setNegotiated(null);
              editing.forget();
              void editing.refresh();
            }}
          />
        </Suspense>
      )}
    </Page>
  );
}

/** In the line's packaging: '3 pacotes (18 UN)'. */
function quantityOf({ qtde, idEmb, produto }: CartItem): string {
  const pack = produto.embalagens[String(idEmb)];
  return pack ? packText(qtde, pack, produto.und) : formatQuantity(qtde);
}

/** The line whose price was refused, with the price that was typed. */
function requestedItem(quote: EditedQuote, change: ItemChange | null) {
  const item = quote.itens.find(({ id }) => id === change?.id);
  return item ? { ...item, ...(change?.preco && { desejado: change.preco }) } : null;
}

const Notices = steady(({ editing }: { editing: QuoteEditing }) => {
  const { quote } = editing;
  return (
    <Box
      sx={{ display: 'grid', gap: 2, mb: quote.motivoSomenteLeitura || quote.cliente.motivoBloqueio ? 3 : 0 }}
    >
      {quote.motivoSomenteLeitura && (
        <Alert severity="info" action={<ReturnQuote editing={editing} />}>
          {quote.motivoSomenteLeitura}
          {quote.perda && <div>{lossText(quote.perda, ownZone())}</div>}
        </Alert>
      )}
      {quote.cliente.motivoBloqueio && (
        <Alert severity="warning">Cliente bloqueado: {quote.cliente.motivoBloqueio}</Alert>
      )}
    </Box>
  );
});

/** Error messages of the first change, by the field they belong to. */
const problemsByLine = (fields: Readonly<Record<string, string>>, change: ItemChange | null) => {
  if (change?.id === undefined) return {};
  const own = Object.entries(fields).flatMap(([path, text]) => {
    const field = /^itens\.0\.(\w+)$/.exec(path)?.[1];
    return field ? [[field, text] as const] : [];
  });
  return { [change.id]: Object.fromEntries(own) };
};

interface Added {
  /** The list of lines. */
  list: RefObject<HTMLUListElement | null>;
  /** Called when a product has become a line. */
  show: (productId: number) => void;
  /** Focuses the quantity of the line added last, or else of the first line. */
  focusQuantity: () => void;
}

/** Keeps the most recently added line in view and reachable. */
function useLastAddedLine(quote: EditedQuote): Added {
  const list = useRef<HTMLUListElement>(null);
  const last = useRef<number>(undefined);
  const awaited = useRef(false);
  const lineOf = () =>
    [...(list.current?.querySelectorAll(`[data-product="${last.current}"]`) ?? [])].at(-1) ?? null;
  const reveal = () => {
    const line = awaited.current ? lineOf() : null;
    if (!line) return;
    awaited.current = false;
    line.scrollIntoView?.({ block: 'nearest' });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: measures again after each response
  useEffect(reveal, [quote.itens]);
  return {
    list,
    show: (productId) => {
      last.current = productId;
      awaited.current = true;
      // The line is drawn before this, or else by the effect above.
      reveal();
    },
    focusQuantity: () => quantities(lineOf() ?? list.current ?? document.createElement('ul'))[0]?.focus(),
  };
}
