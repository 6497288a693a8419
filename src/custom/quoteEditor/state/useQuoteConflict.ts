import { useState } from 'react';
import type { CartItem, EditedQuote } from '#contract/callcenter/quotes/quoteShapes.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { unitPriceText } from '#contract/rules/orders/unitPrice.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { CallFailure } from '#data/http.ts';
import { useStableCallback } from '#ui/components/useStableCallback.ts';
import type { ShownConflict, Side } from '#ui/conflict/useConflict.ts';
import type { HeaderChange, Pending, PendingItem } from './pendingChange.ts';

/** A quote's field names, and the value of each as text. */
type Words = Record<string, string>;

interface QuoteConflict {
  /** Passed to the shared conflict view. */
  shown: ShownConflict<Words>;
  /**
   * Opens the conflict when a refused write changed the same field as another user; returns false when the two can be merged.
   */
  meet: (before: EditedQuote, theirs: EditedQuote, mine: Pending, error: CallFailure) => boolean;
}

type Open = NonNullable<ShownConflict<Words>['open']>;

/** Conflicts of an autosaved quote: each field is decided separately, then the changes are sent again. */
export function useQuoteConflict(onDecided: (without: (mine: Pending) => Pending) => void): QuoteConflict {
  const [held, setHeld] = useState<{ open: Open; clashes: readonly Clash[] } | null>(null);
  return {
    meet: (before, theirs, mine, error) => {
      const clashes = clashesOf(before, theirs, mine);
      if (clashes.length === 0) return false;
      const takenOver = takenOf(before, theirs, mine);
      const open: Open = {
        by: { ...authorOf(error), versao: theirs.versao },
        base: wordsOf(takenOver, 'before'),
        theirs: { ...wordsOf(takenOver, 'theirs'), ...wordsOf(clashes, 'theirs') },
        mine: wordsOf(clashes, 'mine'),
        taken: takenOver.map(({ field }) => field),
        disputed: clashes.map(({ field }) => field),
        chosen: {},
      };
      setHeld({ open, clashes });
      return true;
    },
    shown: {
      open: held?.open ?? null,
      undecided: held !== null,
      choose: useStableCallback((field: string, side: Side) => {
        if (!held) return;
        const chosen = { ...held.open.chosen, [field]: side };
        const isDecided = held.clashes.every((clash) => chosen[clash.field]);
        setHeld(isDecided ? null : { ...held, open: { ...held.open, chosen } });
        if (!isDecided) return;
        const given = held.clashes.filter((clash) => chosen[clash.field] === 'theirs');
        onDecided((mine) => given.reduce((left, { giveUp }) => giveUp(left), mine));
      }),
    },
  };
}

const wordsOf = <K extends string>(rows: readonly ({ field: string } & Record<K, string>)[], key: K): Words =>
  Object.fromEntries(rows.map((row) => [row.field, row[key]]));

/** The last writer, taken from the response to a refused write. */
function authorOf(error: CallFailure): { por: string | null; em: string | null } {
  const { atual } = (error.body ?? {}) as { atual?: { por?: string | null; em?: string | null } | null };
  return { por: atual?.por ?? null, em: atual?.em ?? null };
}

/** A field that this page and another user changed to different values. */
interface Clash {
  /** E.g. 'Plano de pagamento' or 'Quantidade de Arroz 5 kg'. */
  field: string;
  theirs: string;
  mine: string;
  /** Returns what is left to send when the other user's value is accepted. */
  giveUp: (mine: Pending) => Pending;
}

/** A field that only the other user changed. */
interface Taken {
  field: string;
  before: string;
  theirs: string;
}

/** How each editable field of a quote is compared and displayed. */
interface Field {
  label: string;
  valueOf: (quote: EditedQuote) => unknown;
  textOf: (quote: EditedQuote) => string;
}

const named = (
  label: string,
  of: (quote: EditedQuote) => { id: number; desc?: string; nome?: string } | null,
): Field => ({
  label,
  valueOf: (quote) => of(quote)?.id ?? null,
  textOf: (quote) => of(quote)?.desc ?? of(quote)?.nome ?? 'A definir',
});
const words = (label: string, key: 'ordComp' | 'obsEntrega' | 'obsPedido' | 'obsCliente'): Field => ({
  label,
  valueOf: (quote) => quote[key],
  textOf: (quote) => quote[key] || 'Em branco',
});
const day = (label: string, key: 'dtVal' | 'dtProgr'): Field => ({
  label,
  valueOf: (quote) => quote[key],
  textOf: (quote) => (quote[key] ? formatCalendarDate(quote[key]) : 'Sem data'),
});

const FIELDS: { [K in keyof HeaderChange]-?: Field | null } = {
  dtVal: day('Válido até', 'dtVal'),
  dtProgr: day('Data programada', 'dtProgr'),
  ordComp: words('Ordem de compra', 'ordComp'),
  idCobranca: named('Cobrança', ({ cobranca }) => cobranca),
  idPlano: named('Plano de pagamento', ({ plano }) => plano),
  idTabelaPreco: named('Tabela de preço', ({ tabelaPreco }) => tabelaPreco),
  idTipoFrete: named('Tipo de frete', ({ tipoFrete }) => tipoFrete),
  idTransportadora: named('Transportadora', ({ transportadora }) => transportadora),
  idRedespacho: named('Redespacho', ({ redespacho }) => redespacho),
  // The quote's origin is not shown, so a difference in it is never reported.
  idOrigem: null,
  retira: {
    label: 'Cliente retira',
    valueOf: ({ retira }) => retira,
    textOf: ({ retira }) => (retira ? 'Sim' : 'Não'),
  },
  idEnderecoEntrega: {
    label: 'Endereço de entrega',
    valueOf: ({ enderecoEntrega }) => enderecoEntrega?.id ?? null,
    textOf: ({ enderecoEntrega }) =>
      enderecoEntrega ? `${enderecoEntrega.rua}, ${enderecoEntrega.numero}` : 'O do cliente',
  },
  frete: {
    label: 'Frete',
    valueOf: ({ vlFreteOriginal }) => vlFreteOriginal,
    textOf: ({ vlFrete }) => formatMoney(vlFrete, 2),
  },
  obsEntrega: words('Observação da entrega', 'obsEntrega'),
  obsPedido: words('Observação do pedido', 'obsPedido'),
  obsCliente: words('Observação do cliente', 'obsCliente'),
};

/** Fields changed by this page whose server value has changed since. */
export function clashesOf(before: EditedQuote, theirs: EditedQuote, mine: Pending): Clash[] {
  const ofHeader = (Object.keys(mine.header) as (keyof HeaderChange)[]).flatMap((key): Clash[] => {
    const field = FIELDS[key];
    if (!field || field.valueOf(before) === field.valueOf(theirs)) return [];
    // The typed value equals the current one, so there is nothing to choose.
    if (field.valueOf(theirs) === (mine.header[key] ?? null)) return [];
    const giveUp = ({ header: { [key]: _mine, ...header }, items }: Pending): Pending => ({ header, items });
    return [{ field: field.label, theirs: field.textOf(theirs), mine: mineText(mine.header[key]), giveUp }];
  });
  return [...ofHeader, ...mine.items.flatMap((item) => clashesOfLine(before, theirs, item))];
}

/** Header fields that the other user changed and this page did not. */
function takenOf(before: EditedQuote, theirs: EditedQuote, mine: Pending): Taken[] {
  return (Object.keys(FIELDS) as (keyof HeaderChange)[]).flatMap((key) => {
    const field = FIELDS[key];
    if (!field || key in mine.header || field.valueOf(before) === field.valueOf(theirs)) return [];
    return [{ field: field.label, before: field.textOf(before), theirs: field.textOf(theirs) }];
  });
}

/** The display text of a typed value; for a selection, only that it differs. */
const mineText = (value: unknown): string =>
  typeof value === 'string'
    ? value || 'Em branco'
    : typeof value === 'boolean'
      ? value
        ? 'Sim'
        : 'Não'
      : 'O que você escolheu';

function clashesOfLine(before: EditedQuote, theirs: EditedQuote, change: PendingItem): Clash[] {
  const was = before.itens.find(({ id }) => id === change.id);
  if (change.id === undefined || !was) return [];
  const is = theirs.itens.find(({ id }) => id === change.id);
  const product = was.produto.descricao;
  if (!is)
    return change.removido
      ? []
      : [{ field: product, theirs: 'Removido', mine: 'Continua no orçamento', giveUp: withoutLine(was.id) }];
  const field = (
    name: string,
    key: 'qtde' | 'preco',
    text: (item: Pick<CartItem, 'qtde' | 'preco'>) => string,
  ): Clash[] => {
    const typed = change[key];
    if (typed === undefined || was[key] === is[key] || typed === is[key]) return [];
    return [
      {
        field: `${name} de ${product}`,
        theirs: text(is),
        mine: typed === null ? 'O da tabela' : text({ ...is, [key]: typed }),
        giveUp: withoutFieldChange(was.id, key),
      },
    ];
  };
  return [
    ...field('Quantidade', 'qtde', ({ qtde }) => formatQuantity(qtde)),
    ...field('Preço', 'preco', ({ preco }) => unitPriceText(preco)),
    ...(change.removido && (was.qtde !== is.qtde || was.preco !== is.preco)
      ? [
          {
            field: product,
            theirs: `${formatQuantity(is.qtde)} a ${unitPriceText(is.preco)}`,
            mine: 'Removido',
            giveUp: withoutLine(was.id),
          },
        ]
      : []),
  ];
}

const withoutLine =
  (id: number) =>
  ({ header, items }: Pending): Pending => ({ header, items: items.filter((item) => item.id !== id) });

/** Removes one field of a line's change. If that was the only one, nothing is left to send for the line. */
const withoutFieldChange =
  (id: number, key: 'qtde' | 'preco') =>
  ({ header, items }: Pending): Pending => ({
    header,
    items: items.flatMap((item) => {
      if (item.id !== id) return [item];
      const { [key]: _mine, ...left } = item;
      return Object.keys(left).length > 1 ? [left] : [];
    }),
  });
