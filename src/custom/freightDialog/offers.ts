import type { FreightAnswer, FreightOffer, FreightQuote } from '../../../contract/callcenter/freight.ts';
import { bestQuotes, type Marks } from '../../../contract/rules/freight/bestQuotes.ts';
import {
  type FreightShare,
  type FreightTerms,
  freightPercent,
  freightShare,
  payableFreight,
} from '../../../contract/rules/freight/payableFreight.ts';
import type { FreightChoice } from './freightChoice.ts';

/** A quote as it is laid beside the others. */
export interface Offer {
  quote: FreightOffer;
  /** What the customer pays of it, and what that is of the goods. */
  payable: string;
  share: FreightShare;
  marks: Marks;
}

/** What payable freight is reckoned with: what the server knows of the quote, and its total. */
const termsOf = ({ calculo }: FreightAnswer, total: string): FreightTerms => ({
  total,
  embeddedPercent: calculo.percentualEmbutido,
  exemptFrom: calculo.minimoIsencao,
  paid: calculo.valorPago,
});

/** Nothing is charged here where the buyer pays the carrier. */
export const payableOf = (answer: FreightAnswer, total: string, asked: string): string =>
  answer.calculo.clientePaga ? '0' : payableFreight(asked, termsOf(answer, total));

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
  /** What a person charges instead of what is reckoned. */
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

/** Carrier and value as a person gave them, when no service could. */
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
