import type { OfferChange } from '../../callcenter/quotes/offerShapes.ts';
import { compareDecimals, type Decimal, isPositive } from '../decimal.ts';
import { formatPercent } from '../format.ts';
import { priceText } from '../negotiations/negotiatedPrice.ts';
import { formatQuantity } from '../quantity.ts';
import { type CalendarDate, formatCalendarDate } from '../time/calendarDate.ts';
import { localDate, localTime, type TimeZone } from '../time/zonedTime.ts';
import { SALE_TAXES, saleTaxes, type TaxRates } from './lineTaxes.ts';
import {
  isRepacked,
  type JudgedLine,
  type LineFacts,
  type LineOffer,
  type OfferedLine,
  type OfferTerms,
} from './offer.ts';
import { type PackWords, shortageText } from './shownStock.ts';

/** A judged line with what its sentences name. */
export interface ComparedLine extends OfferedLine, JudgedLine {
  id: number | null;
  line: number;
  product: string;
  /** Code of the unit in which stock is counted. */
  unit: string;
  /** The packaging of the line. */
  pack: PackWords;
  facts: LineFacts;
  /** Units that all lines of its product at its branch need. */
  needed: Decimal;
  /** Whether more than the stock may be sold. */
  sellsWithoutStock: boolean;
  /** Whether its price keeps the quote from becoming an order. */
  isRefused: boolean;
}

const differ = (a: Decimal, b: Decimal) => compareDecimals(a, b) !== 0;

/** 'em 28/11 às 09:40', with the year where it is another one. */
function momentText(instant: string, today: CalendarDate, zone: TimeZone): string {
  const day = localDate(instant, zone);
  const year = day.slice(0, 4) === today.slice(0, 4) ? '' : `/${day.slice(0, 4)}`;
  return `em ${day.slice(8)}/${day.slice(5, 7)}${year} às ${localTime(instant, zone)}`;
}

type Moved = Pick<ComparedLine, 'stored' | 'now' | 'facts' | 'product'>;
interface Where {
  terms: OfferTerms;
  zone: TimeZone;
}

const repackedText = (offer: Pick<LineOffer, 'factor'>, { factor }: Pick<LineFacts, 'factor'>): string =>
  `A embalagem passou de ${formatQuantity(offer.factor ?? factor)} para ${formatQuantity(factor)} unidades.`;

/** What the line was offered at while its packaging held something else; `null` when it holds the same. */
function repackedFrom(offer: LineOffer, facts: LineFacts, price?: Decimal) {
  if (isRepacked(offer, facts)) return { factor: offer.factor, price };
  return offer.replaced && isRepacked(offer.replaced, facts) ? offer.replaced : null;
}

/** Why a line is offered at another price today than in its offer, in one sentence; '' when it is not. */
export function priceMoveText({ stored, now, facts }: Moved, { terms, zone }: Where): string {
  const offer = stored?.offer;
  if (!stored || !offer) return '';
  const repacked = repackedFrom(offer, facts);
  if (repacked) return repackedText(repacked, facts);
  if (!differ(offer.ruled, now.ruled)) return '';
  const when = facts.priceSince && facts.priceSince > offer.at ? facts.priceSince : null;
  if (differ(offer.unitPrice, facts.unitPrice)) {
    const moment = when ? ` ${momentText(when, terms.today, zone)}` : '';
    const from = offer.tableId === terms.tableId ? 'A tabela passou' : 'Com outra tabela, o preço passou';
    return `${from} de ${priceText(offer.unitPrice)} para ${priceText(facts.unitPrice)}${moment}.`;
  }
  if (differ(offer.planPercent, terms.planPercent))
    return `O percentual do plano passou de ${formatPercent(offer.planPercent, 2)} para ${formatPercent(terms.planPercent, 2)}.`;
  return `O preço com regras e campanhas passou de ${priceText(offer.ruled)} para ${priceText(now.ruled)}.`;
}

type Kind = OfferChange['tipo'];
const change = (
  line: Pick<ComparedLine, 'id' | 'line' | 'product'>,
  tipo: Kind,
  part: Pick<OfferChange, 'de' | 'para' | 'texto'> & Partial<OfferChange>,
): OfferChange => ({
  item: line.id,
  linha: line.line,
  produto: line.product,
  tipo,
  quando: null,
  impede: false,
  vale: 'HOJE',
  escolhas: [],
  visto: false,
  ...part,
});

/** Everything that moved about a line since it was offered. */
export function lineChanges(line: ComparedLine, where: Where): OfferChange[] {
  if (line.removed || !line.stored) return [];
  return [...priceChanges(line, where), ...taxChanges(line), ...stockChanges(line)];
}

function priceChanges(line: ComparedLine, where: Where): OfferChange[] {
  const { stored, now, standing, facts } = line;
  const offer = stored?.offer;
  if (!stored || !offer) return [];
  const { today } = where.terms;
  const repacked = repackedFrom(offer, facts, stored.price);
  if (repacked) return [repackedChange(line, repacked)];
  if (offer.replaced) return [replacedChange(line, offer, where)];
  const isProposed = standing === 'PROPOSTO';
  const decision = {
    vale: isProposed ? ('PROPOSTO' as const) : ('HOJE' as const),
    escolhas: ['HOJE' as const, 'MANTER' as const],
    visto: offer.keptAt !== null && !differ(offer.keptAt, now.ruled),
  };
  const since = facts.priceSince && facts.priceSince > offer.at ? facts.priceSince : null;
  const found: OfferChange[] = [];
  if (differ(offer.ruled, now.ruled))
    found.push(
      change(line, 'PRECO', {
        de: stored.price,
        para: now.ruled,
        quando: since,
        texto: priceMoveText(line, where),
        impede: line.isRefused,
        ...decision,
      }),
    );
  if (differ(offer.lowest, now.lowest))
    found.push(
      change(line, 'PISO', {
        de: offer.lowest,
        para: now.lowest,
        texto: `O menor preço sem negociar passou de ${priceText(offer.lowest)} para ${priceText(now.lowest)}.`,
        impede: line.isRefused,
        ...decision,
      }),
    );
  if (offer.until < today)
    found.push(
      change(line, 'VALIDADE', {
        de: offer.until,
        para: today,
        texto: `O preço valia até ${formatCalendarDate(offer.until)}; agora contam os preços de hoje.`,
        impede: line.isRefused,
        ...decision,
        vale: 'HOJE',
      }),
    );
  return found;
}

/** A price for another content cannot be kept: today's counts until somebody gives the line one of its own. */
function repackedChange(line: ComparedLine, before: { factor?: Decimal; price?: Decimal }): OfferChange {
  const instead =
    before.price !== undefined && differ(before.price, line.price)
      ? `: ${priceText(line.price)} em vez de ${priceText(before.price)}`
      : '';
  return change(line, 'EMBALAGEM', {
    de: before.factor ?? null,
    para: line.facts.factor,
    texto: `${repackedText(before, line.facts)} Vale o preço de hoje${instead}.`,
    impede: line.isRefused,
    escolhas: ['HOJE'],
  });
}

function replacedChange(line: ComparedLine, { replaced }: LineOffer, { terms, zone }: Where): OfferChange {
  const before = replaced?.price ?? line.price;
  const day = replaced ? formatCalendarDate(localDate(replaced.at, zone)) : formatCalendarDate(terms.today);
  return change(line, 'PRECO', {
    de: before,
    para: line.price,
    texto: `O preço era ${priceText(before)} na proposta de ${day} e hoje é ${priceText(line.price)}.`,
    impede: line.isRefused,
    escolhas: ['MANTER', 'HOJE'],
  });
}

const rateOf = (rates: TaxRates, name: keyof typeof SALE_TAXES): Decimal => rates[name] ?? '0';

function taxChanges(line: ComparedLine): OfferChange[] {
  const rates = line.stored?.offer?.taxRates;
  if (!rates || line.standing === 'FECHADO') return [];
  return saleTaxes
    .filter((name) => differ(rateOf(rates, name), rateOf(line.facts.taxRates, name)))
    .map((name) => {
      const [de, para] = [rateOf(rates, name), rateOf(line.facts.taxRates, name)];
      const { label, onTop } = SALE_TAXES[name];
      return change(line, 'IMPOSTO', {
        de,
        para,
        texto: `${label} passou de ${formatPercent(de, 2)} para ${formatPercent(para, 2)}${onTop ? ' e soma ao total' : ''}.`,
      });
    });
}

function stockChanges(line: ComparedLine): OfferChange[] {
  const { facts, needed, stored, unit, pack } = line;
  if (compareDecimals(needed, facts.stock) <= 0) return [];
  const left = isPositive(facts.stock) ? facts.stock : '0';
  return [
    change(line, 'ESTOQUE', {
      de: stored?.offer?.stock ?? null,
      para: left,
      texto: shortageText({ needed, left }, pack, unit),
      impede: !line.sellsWithoutStock,
    }),
  ];
}

interface QuoteFacts {
  validUntil: CalendarDate | null;
  today: CalendarDate;
  /** Why the customer's credit does not suffice; `null` while it does. */
  credit: string | null;
  /** Sentences on what keeps the customer from buying. */
  blocks: readonly string[];
}

/** What moved about the quote as a whole. */
export function quoteChanges({ validUntil, today, credit, blocks }: QuoteFacts): OfferChange[] {
  const headerChange = (tipo: Kind, texto: string, days: Pick<OfferChange, 'de' | 'para'>) =>
    change({ id: null, line: 0, product: '' }, tipo, { ...days, texto, impede: true, linha: null });
  const none = { de: null, para: null };
  return [
    ...blocks.map((text) => headerChange('BLOQUEIO', text, none)),
    ...(credit ? [headerChange('CREDITO', credit, none)] : []),
    ...(validUntil !== null && validUntil < today
      ? [
          headerChange(
            'VALIDADE',
            `O orçamento valia até ${formatCalendarDate(validUntil)}. Renove-o aos preços de hoje.`,
            {
              de: validUntil,
              para: today,
            },
          ),
        ]
      : []),
  ];
}
