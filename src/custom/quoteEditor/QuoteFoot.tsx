import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useNotify } from 'ra-core';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { quoteRoutes } from '#contract/callcenter/quotes/quotes.ts';
import { compareDecimals, isPositive } from '#contract/rules/decimal.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { totalsStrip } from '#contract/rules/orders/orderTotals.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { ImpedimentDialog, useImpediments } from '#src/resources/orders/shared/Impediments.tsx';
import { OfferPreview } from '#src/resources/orders/shared/OfferPreview.tsx';
import { stripText } from '#src/resources/orders/shared/OrderItems.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { steady } from '#ui/components/steady.tsx';
import { ConflictView } from '#ui/conflict/ConflictView.tsx';
import { SaveStatus } from '#ui/drafts/SaveStatus.tsx';
import { LOW } from '#ui/theme/windowWidth.ts';
import type { QuoteEditing } from './state/useQuoteEditing.ts';

interface QuoteFootProps {
  editing: QuoteEditing;
  /** The message of a refused change, including the product, since its line may be out of sight or not exist yet. */
  refusal: string | null;
  onNegotiate?: (() => void) | undefined;
}

/** Shown at any scroll position without shifting the page: refusals, the save status and the totals. */
export const QuoteFoot = steady(({ editing, refusal, onNegotiate }: QuoteFootProps) => {
  const { quote, state } = editing;
  const unsaved = state.kind === 'failed';
  return (
    <>
      <PhoneTotals quote={quote} />
      <Box
        sx={{
          position: 'sticky',
          [LOW]: { position: 'static' },
          bottom: 'var(--strip-room, 0px)',
          zIndex: 4,
          mt: 4,
          display: 'grid',
          gap: 2,
        }}
      >
        {/* In view wherever the person is typing, but never so high that they cannot go on typing. */}
        <Box sx={{ maxHeight: '50vh', overflowY: 'auto' }}>
          <ConflictView conflict={editing.conflict} name="este orçamento" autosaved />
        </Box>
        {unsaved && (
          <Paper variant="outlined" sx={{ px: 4, py: 2 }}>
            <SaveStatus state={state} />
          </Paper>
        )}
        {refusal && (
          <Alert
            severity="error"
            sx={{ whiteSpace: 'pre-line' }}
            action={
              <>
                {onNegotiate && (
                  <Button color="inherit" size="small" onClick={onNegotiate}>
                    Negociar preço
                  </Button>
                )}
                <Button color="inherit" size="small" onClick={editing.forget}>
                  Dispensar
                </Button>
              </>
            }
          >
            {refusal}
          </Alert>
        )}
        <TotalsStrip
          quote={quote}
          status={unsaved ? undefined : <SaveStatus state={state} />}
          actions={<SaveAsOrder editing={editing} />}
        />
      </Box>
    </>
  );
});

const lacksFreight = ({ retira, vlFreteOriginal }: EditedQuote) =>
  !retira && compareDecimals(vlFreteOriginal, '0') === 0;

const UNSAVED = 'O orçamento ainda não foi salvo. Resolva o aviso acima.';

/** Saves pending changes first, since the order is judged by and created from what the server holds. */
function SaveAsOrder({ editing }: { editing: QuoteEditing }) {
  const { quote } = editing;
  const notify = useNotify();
  const [asking, setAsking] = useState(false);
  const [saving, setSaving] = useState(false);
  const ask = async () => {
    setSaving(true);
    const saved = await editing.settle().finally(() => setSaving(false));
    if (saved) setAsking(true);
    else notify(UNSAVED, { type: 'error' });
  };
  return (
    <>
      <Button
        variant="contained"
        disabled={!quote.editavel || quote.itens.length === 0}
        loading={saving}
        onClick={() => void ask()}
      >
        Salvar como pedido
      </Button>
      {asking && <OrderQuestion editing={editing} onClose={() => setAsking(false)} />}
    </>
  );
}

interface OrderQuestionProps {
  editing: QuoteEditing;
  onClose: () => void;
}

/** Says what stands against the order before it asks. */
function OrderQuestion({ editing, onClose }: OrderQuestionProps) {
  const { quote } = editing;
  const navigate = useNavigate();
  const notify = useNotify();
  const { pending, texts } = useImpediments('SALVAR_PEDIDO', quote.id);
  const order = useRouteCommand(quoteRoutes.saveAsOrder);
  const confirm = async () => {
    if (!(await editing.settle())) throw new Error(UNSAVED);
    const { data } = await order.mutateAsync({ params: { id: quote.id }, body: {} });
    notify(data.message, { type: 'success' });
    navigate(`/pedidos/${quote.id}`);
  };
  if (texts.length > 0)
    return <ImpedimentDialog action="SALVAR_PEDIDO" id={quote.id} texts={texts} onClose={onClose} />;
  return (
    <ConfirmDialog
      open
      title="Salvar como pedido?"
      text={[
        `O orçamento #${quote.id} vira pedido, e o estoque dos itens fica reservado.`,
        ...(lacksFreight(quote) ? ['O frete está zerado: nada será cobrado pela entrega.'] : []),
      ].join(' ')}
      confirmLabel="Salvar como pedido"
      disabled={pending}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <OfferPreview id={quote.id} />
    </ConfirmDialog>
  );
}

interface TotalsStripProps {
  quote: EditedQuote;
  /** The save status. */
  status: ReactNode;
  actions: ReactNode;
}

/** The quote's totals at the foot of the window; on a phone only the grand total. */
function TotalsStrip({ quote, status, actions }: TotalsStripProps) {
  const figures = figuresOf(quote);
  return (
    <Paper
      component="section"
      aria-label="Totais"
      variant="outlined"
      sx={{
        p: 3,
        display: 'flex',
        // Beside the drawer the totals wrap by themselves, so that the button stays where it is.
        flexWrap: { xs: 'wrap', md: 'nowrap' },
        columnGap: 4,
        rowGap: 1,
        alignItems: 'center',
      }}
    >
      <Figures figures={figures} when={{ xs: 'none', sm: 'flex' }} />
      <Figures figures={figures.filter(([name]) => name === 'TOTAL')} when={{ xs: 'flex', sm: 'none' }} />
      {/* Its space is reserved before anything was saved; on a phone it comes first, so that nothing below it moves. */}
      <Box
        sx={{
          order: { xs: -1, md: 0 },
          flexBasis: { xs: '100%', md: 'auto' },
          ml: { md: 'auto' },
          minHeight: { md: 20 },
          '&:empty': { display: { xs: 'none', md: 'block' } },
        }}
      >
        {status}
      </Box>
      <Box data-quote-part="salvar" sx={{ ml: { xs: 'auto', md: 0 }, flexShrink: 0 }}>
        {actions}
      </Box>
    </Paper>
  );
}

/** The other totals, shown above the strip on a phone. */
const PhoneTotals = ({ quote }: { quote: EditedQuote }) => (
  <Box sx={{ mt: 4, display: { sm: 'none' } }}>
    <Figures
      figures={figuresOf(quote).filter(([name]) => name !== 'TOTAL')}
      when={{ xs: 'flex', sm: 'none' }}
    />
  </Box>
);

/** The totals computed by the shared rule, and the customer's flex. */
function figuresOf(quote: EditedQuote): [string, string][] {
  const { flex } = quote.cliente;
  const sums = totalsStrip({ ...quote, exibeMargemLucro: quote.percLucro !== null }, true);
  return [
    ...sums.map((entry): [string, string] => [entry.label, stripText(entry)]),
    // Shows the remaining allowance, before a price is refused for exceeding it.
    ...(isPositive(flex) || isPositive(quote.flexUsado)
      ? [['FLEX', `${formatMoney(quote.flexUsado, 2)} de ${formatMoney(flex, 2)}`] as [string, string]]
      : []),
  ];
}

interface FiguresProps {
  figures: [string, string][];
  /** On a phone the strip shows only the grand total; the other totals are shown above it. */
  when: { xs: 'flex' | 'none'; sm: 'flex' | 'none' };
}

const Figures = ({ figures, when }: FiguresProps) => (
  <Box component="dl" sx={{ display: when, flexWrap: 'wrap', columnGap: 4, rowGap: 1, minWidth: 0, m: 0 }}>
    {figures.map(([name, value]) => (
      <div key={name} data-print={INTERNAL_FIGURES.has(name) ? 'no' : undefined}>
        <dt style={{ fontSize: 11 }}>{name}</dt>
        <dd
          style={{ margin: 0, fontWeight: name === 'TOTAL' ? 700 : 500, fontVariantNumeric: 'tabular-nums' }}
        >
          {value}
        </dd>
      </div>
    ))}
  </Box>
);

/** Internal figures, left out of the printout because paper goes to the customer. */
const INTERNAL_FIGURES: ReadonlySet<string> = new Set(['LUCRO', 'FLEX']);
