import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, Decimal, Id, Instant, Nullable } from '../../route.ts';

/** Shapes of 'O que mudou desde a proposta' (contract/rules/orders/offerChanges.ts makes them). */

const literals = <T extends string>(title: string, values: readonly T[]) =>
  Type.Union(
    values.map((value) => Type.Literal(value)),
    { title },
  );

export const CHANGE_KINDS = [
  'PRECO',
  'PISO',
  'EMBALAGEM',
  'IMPOSTO',
  'ESTOQUE',
  'CREDITO',
  'BLOQUEIO',
  'VALIDADE',
] as const;
/** HOJE: the line is offered at today's prices. MANTER: it stays as proposed, or goes back to it where today's rules allow. */
export const OFFER_CHOICES = ['HOJE', 'MANTER'] as const;
export const OfferChoice = literals('Escolha', OFFER_CHOICES);

export const OfferChange = Type.Object(
  {
    /** `null` for what concerns the whole quote. */
    item: Nullable(Id('Item')),
    linha: Nullable(Type.Integer({ title: 'Linha' })),
    produto: Type.String({ title: 'Produto' }),
    tipo: literals('O que mudou', CHANGE_KINDS),
    /** Money, percent (IMPOSTO) or units (ESTOQUE, EMBALAGEM) as decimals; a day for VALIDADE; `null` where there is nothing to compare. */
    de: Nullable(Type.String({ title: 'Na proposta' })),
    para: Nullable(Type.String({ title: 'Hoje' })),
    quando: Nullable(Instant('Quando mudou')),
    texto: Type.String({ title: 'Frase' }),
    /** The quote cannot become an order while this stands. */
    impede: Type.Boolean({ title: 'Impede o pedido' }),
    /** Which of the two the quote uses now. */
    vale: literals('Vale', ['PROPOSTO', 'HOJE'] as const),
    escolhas: Type.Array(OfferChoice, { title: 'Escolhas' }),
    /** Somebody decided about it, and nothing moved since. */
    visto: Type.Boolean({ title: 'Visto' }),
  },
  { title: 'Mudança desde a proposta' },
);
export type OfferChange = Static<typeof OfferChange>;

export const OfferChanges = Type.Object(
  {
    mudancas: Type.Array(OfferChange, { title: 'O que mudou desde a proposta' }),
    /** After the coupon: as the quote stands, and as it would be with every line at today's prices. */
    totalProposto: Decimal('Total da proposta'),
    totalHoje: Decimal('Total aos preços de hoje'),
    /** Why the quote cannot become an order, or the order a quote again, as the command would refuse; for those who may do it. */
    impedimentos: Type.Array(
      Type.Object({ codigo: Type.String({ title: 'Código' }), mensagem: Type.String({ title: 'Mensagem' }) }),
      { title: 'Impedimentos' },
    ),
  },
  { title: 'O que mudou desde a proposta' },
);
export type OfferChanges = Static<typeof OfferChanges>;

/** When a line was offered, and until when it holds. */
export const LineOfferShape = Type.Object(
  {
    em: Instant('Oferecido em'),
    ate: Day('Vale até'),
    vale: Type.Boolean({ title: 'Ainda vale' }),
  },
  { title: 'Oferta do item' },
);
