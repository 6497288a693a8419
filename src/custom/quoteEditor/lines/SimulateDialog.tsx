import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { keepPreviousData } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { type ItemChange, quoteEditingRoutes } from '#contract/callcenter/quotes/quoteEditing.ts';
import type { CartItem, EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { Simulation } from '#contract/callcenter/quotes/simulation.ts';
import { field } from '#contract/field.ts';
import { compareDecimals, type Decimal, fixedDecimal, isPositive } from '#contract/rules/decimal.ts';
import { formatMoney, formatPercent } from '#contract/rules/format.ts';
import { unitPriceText } from '#contract/rules/orders/unitPrice.ts';
import { useRoute } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { usePricePlaces } from '#ui/components/display/Texts.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { NumberField } from '#ui/components/inputs/NumberField.tsx';
import { useDebounced } from '#ui/components/timed.ts';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';

const tried = quoteEditingRoutes.simulate.query;

interface SimulateDialogProps {
  item: CartItem;
  quote: EditedQuote;
  onUse: (change: Omit<ItemChange, 'id'>) => void;
  /** Opens the request of this price; absent where prices are not negotiated. */
  onNegotiate: ((price: Decimal) => void) | undefined;
  onClose: () => void;
}

/** Milliseconds after a key. */
const PAUSE = 300;

const TONES = {
  LIVRE: 'success',
  AUTORIZADO: 'success',
  FLEX: 'info',
  NEGOCIAR: 'warning',
  RECUSADO: 'error',
} as const satisfies Record<Simulation['resultado'], string>;

/** How far the seller may go with a line: another quantity or price, judged as if it were saved. */
export function SimulateDialog({ item, quote, onUse, onNegotiate, onClose }: SimulateDialogProps) {
  const titleId = useId();
  const places = usePricePlaces();
  const [quantity, setQuantity] = useState<Decimal | null>(item.qtde);
  const [price, setPrice] = useState<Decimal | null>(item.preco);
  const wanted: Pick<ItemChange, 'qtde' | 'preco'> = {
    ...(quantity !== null && { qtde: quantity }),
    ...priceChange(price, item.preco, places),
  };
  const [asked] = useDebounced(JSON.stringify(wanted), PAUSE);
  const answer = useRoute(
    quoteEditingRoutes.simulate,
    { params: { id: quote.id }, query: { idItem: item.id, ...queryOf(JSON.parse(asked) as typeof wanted) } },
    { placeholderData: keepPreviousData, retry: false, staleTime: 0, gcTime: 0 },
  );
  const found = answer.data?.data;
  // What is shown is of what stands in the fields.
  const isCurrent = found !== undefined && asked === JSON.stringify(wanted) && !answer.isFetching;
  const isBelow = found?.resultado === 'NEGOCIAR';
  return (
    <DialogFrame
      open
      onClose={onClose}
      // What is tried is nothing that could be lost.
      confirmsDiscard={false}
      maxWidth="xs"
      fullWidth
      fullScreen="phone"
      aria-labelledby={titleId}
    >
      <DialogTitle id={titleId} sx={{ overflowWrap: 'anywhere' }}>
        Simular {item.produto.descricao}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 4, alignContent: 'start' }}>
        <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 3, pt: 1 }}>
          <NumberField
            label={field(tried, 'qtde').label}
            size="small"
            value={quantity}
            places={3}
            onChange={setQuantity}
            autoFocus
          />
          <NumberField
            label={field(tried, 'preco').label}
            size="small"
            value={price}
            places={places}
            fixed={places}
            before="R$"
            onChange={setPrice}
            helperText="Vazio: o das regras"
          />
        </Box>
        <Failure answer={answer} />
        {!found && answer.isPending && <TextSkeleton lines={6} />}
        {found && (
          <Box aria-busy={!isCurrent} sx={{ display: 'grid', gap: 3, opacity: isCurrent ? 1 : 0.6 }}>
            <Alert severity={TONES[found.resultado]} role="status" sx={{ overflowWrap: 'anywhere' }}>
              {found.texto}
            </Alert>
            <KeyValueList pairWidth={140} items={factsOf(found)} />
          </Box>
        )}
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <CloseButton color="inherit">Fechar</CloseButton>
        {isBelow && onNegotiate && (
          <Button variant="outlined" disabled={!isCurrent} onClick={() => found && onNegotiate(found.preco)}>
            Negociar este preço
          </Button>
        )}
        <Button
          variant="contained"
          disabled={!isCurrent || isBelow || found?.resultado === 'RECUSADO'}
          onClick={() => onUse(wanted)}
        >
          Usar no orçamento
        </Button>
      </DialogActions>
    </DialogFrame>
  );
}

/** The price goes along only if it is another one: what was not typed goes on following the quantity. */
function priceChange(price: Decimal | null, held: Decimal, places: number): Pick<ItemChange, 'preco'> {
  if (price === null) return { preco: null };
  return compareDecimals(price, held) === 0 ? {} : { preco: fixedDecimal(price, places) };
}

const queryOf = ({ preco, ...change }: Pick<ItemChange, 'qtde' | 'preco'>) => ({
  ...change,
  ...(preco === null ? { precoDasRegras: true } : preco !== undefined && { preco }),
});

const factsOf = (found: Simulation) => [
  { label: 'Preço simulado', value: unitPriceText(found.preco) },
  { label: field(Simulation, 'vlTot').label, value: formatMoney(found.vlTot, 2) },
  { label: field(Simulation, 'precoTabela').label, value: unitPriceText(found.precoTabela) },
  ...(compareDecimals(found.precoRegra, found.precoTabela) === 0
    ? []
    : [{ label: field(Simulation, 'precoRegra').label, value: unitPriceText(found.precoRegra) }]),
  ...(compareDecimals(found.percDesc, '0') === 0
    ? []
    : [
        {
          label: compareDecimals(found.percDesc, '0') > 0 ? 'Desconto' : 'Acréscimo',
          value: formatPercent(found.percDesc.replace('-', ''), 2),
        },
      ]),
  { label: 'Você decide até', value: unitPriceText(found.precoMinimo) },
  ...(isPositive(found.flexLivre)
    ? [
        { label: 'Com o flex, até', value: unitPriceText(found.precoComFlex) },
        { label: 'Flex livre', value: formatMoney(found.flexLivre, 2) },
      ]
    : []),
];
