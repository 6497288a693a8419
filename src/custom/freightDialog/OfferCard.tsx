import BoltIcon from '@mui/icons-material/Bolt';
import HelpOutlineIcon from '@mui/icons-material/HelpOutlineOutlined';
import SavingsIcon from '@mui/icons-material/SavingsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import type { FreightAnswer, FreightOffer, FreightQuote } from '#contract/callcenter/orders/freight.ts';
import { compareDecimals } from '#contract/rules/decimal.ts';
import { formatCount, formatMoney } from '#contract/rules/format.ts';
import { deliveryDaysText } from '#contract/rules/freight/delivery.ts';
import {
  bestQuotes,
  type FreightShare,
  type FreightTerms,
  freightPercent,
  freightShare,
  freightShareText,
  type Marks,
  payableFreight,
} from '#contract/rules/freight/payableFreight.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { Tag } from '#ui/components/display/Chips.tsx';
import type { FreightChoice } from './freightChoice.ts';

interface OfferCardProps {
  offer: Offer;
  onDetails: (offer: Offer) => void;
  onSelect: (quote: FreightOffer) => void;
}

export function OfferCard({ offer, onDetails, onSelect }: OfferCardProps) {
  const { quote, payable } = offer;
  return (
    <Paper component="li" variant="outlined" sx={{ p: 3, display: 'flex', flexDirection: 'column', gap: 2 }}>
      <Typography component="h3" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
        {quote.nomeTransp}
      </Typography>
      <OfferTags offer={offer} />
      <Box>
        <Typography variant="caption" component="p" color="text.secondary">
          A pagar
        </Typography>
        <Typography component="p" sx={{ fontSize: 20, fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
          {quote.aConsultar ? 'A consultar' : formatMoney(payable, 2)}
        </Typography>
        {!quote.aConsultar && (
          <Typography variant="body2" color="text.secondary">
            {freightShareText(offer.share)}
          </Typography>
        )}
        {!quote.aConsultar && compareDecimals(payable, quote.valor) !== 0 && (
          <Typography variant="body2" color="text.secondary">
            Cotado: {formatMoney(quote.valor, 2)}
          </Typography>
        )}
      </Box>
      <Typography variant="body2" component="div">
        {!quote.aConsultar && (
          <div>
            {formatCount(quote.prazo, 'dia útil', 'dias úteis')}
            {quote.previsao && `, chega em ${formatCalendarDate(quote.previsao)}`}
          </div>
        )}
        <div>Entrega {deliveryDaysText(quote.diasSemanaEntrega)}</div>
        {quote.trechos.length > 0 && <div>{formatCount(quote.trechos.length, 'trecho', 'trechos')}</div>}
      </Typography>
      <Box sx={{ display: 'flex', gap: 2, mt: 'auto', pt: 1 }}>
        <Button
          variant="contained"
          size="small"
          disabled={!quote.selecionavel}
          aria-label={`Selecionar ${quote.nomeTransp}`}
          onClick={() => onSelect(quote)}
        >
          Selecionar
        </Button>
        <Button size="small" aria-label={`Detalhes ${quote.nomeTransp}`} onClick={() => onDetails(offer)}>
          Detalhes
        </Button>
      </Box>
    </Paper>
  );
}

/** Colour, icon and text together. */
function OfferTags({ offer: { quote, marks } }: { offer: Offer }) {
  const isFree = !quote.aConsultar && compareDecimals(quote.valor, '0') === 0;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, minHeight: 22 }}>
      {marks.cheapest && (
        <Tag tone="tons.verde">
          <SavingsIcon sx={{ fontSize: 14 }} />
          <span>Menor preço</span>
        </Tag>
      )}
      {marks.fastest && (
        <Tag tone="tons.azul">
          <BoltIcon sx={{ fontSize: 14 }} />
          <span>Mais rápida</span>
        </Tag>
      )}
      {quote.aConsultar && (
        <Tag tone="tons.ambar">
          <HelpOutlineIcon sx={{ fontSize: 14 }} />
          <span>A consultar</span>
        </Tag>
      )}
      {isFree && (
        <Tag tone="tons.turquesa">
          <span>Frete isento</span>
        </Tag>
      )}
    </Box>
  );
}

/** A quote as shown next to the others. */
export interface Offer {
  quote: FreightOffer;
  /** What the customer pays, and its share of the goods' value. */
  payable: string;
  share: FreightShare;
  marks: Marks;
}

/** The inputs for the payable freight: what the server reports about the quote, and the quote's total. */
const termsOf = ({ calculo }: FreightAnswer, total: string): FreightTerms => ({
  total,
  embeddedPercent: calculo.percentualEmbutido,
  exemptFrom: calculo.minimoIsencao,
  paid: calculo.valorPago,
});

/** When the buyer pays the carrier, nothing is charged here. */
export const payableOf = (answer: FreightAnswer, total: string, requested: string): string =>
  answer.calculo.clientePaga ? '0' : payableFreight(requested, termsOf(answer, total));

export function offersOf(answer: FreightAnswer, total: string): Offer[] {
  const offers = answer.cotacoes.map((quote) => {
    const payable = payableOf(answer, total, quote.valor);
    return { quote, payable, share: freightShare(payable, termsOf(answer, total), answer.destino.uf) };
  });
  const marks = bestQuotes(
    offers.map(({ quote, payable }) => ({ payable, days: quote.prazo, priced: !quote.aConsultar })),
  );
  return offers.map((offer, index) => ({
    ...offer,
    marks: marks[index] ?? { cheapest: false, fastest: false },
  }));
}

interface Chosen {
  quote: FreightQuote;
  selo: string;
  aMao: boolean;
  /** The amount the person charges instead of the calculated one. */
  charged: string | null;
}

export function choiceOf(
  answer: FreightAnswer,
  total: string,
  { quote, selo, aMao, charged }: Chosen,
): FreightChoice {
  const payable = charged ?? payableOf(answer, total, quote.valor);
  return {
    selo,
    aMao,
    idTransp: quote.idTransp,
    nomeTransp: quote.nomeTransp,
    numero: answer.numero,
    prazo: quote.prazo,
    previsao: quote.previsao ?? '',
    valorOriginal: quote.valor,
    valorPagar: payable,
    abonado: charged !== null,
    percentual: freightPercent(payable, termsOf(answer, total), answer.destino.uf),
  };
}

/** Carrier and value entered by a person when no service could provide them. */
export const manualQuote = (
  carrier: { id: number; nome: string },
  valor: string,
  prazo: number,
): FreightQuote => ({
  idTransp: carrier.id,
  nomeTransp: carrier.nome,
  prazo,
  previsao: null,
  diasSemanaEntrega: 'NSSSSSN',
  aConsultar: false,
  valor,
  vlMin: '0',
  vlIsenta: null,
  selecionavel: true,
  trechos: [],
});
