import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Decimal, Id, Instant, Nullable } from '../../route.ts';
import { OfferChange } from '../quotes/offerShapes.ts';
import { QuoteProduct } from '../quotes/quoteShapes.ts';

/** Why a line of the last order did not become one of the new quote. */
const MISSING_REASONS = ['FORA_DE_LINHA', 'SEM_ESTOQUE', 'BONIFICADO', 'RECUSADO'] as const;

export const MissingProduct = Type.Object(
  {
    idProd: Id('Produto'),
    produto: Type.String({ title: 'Produto' }),
    motivo: Type.Union(
      MISSING_REASONS.map((reason) => Type.Literal(reason)),
      { title: 'Motivo' },
    ),
    texto: Type.String({ title: 'Frase' }),
    /** What may be sold instead, each with the smallest quantity that holds as much. */
    similares: Type.Array(
      Type.Object({ produto: QuoteProduct, qtde: Decimal('Quantidade') }, { title: 'Similar' }),
      { title: 'Similares' },
    ),
  },
  { title: 'Produto que faltou' },
);

/** The quote that 'Repetir último pedido' made, and in what it differs from that order. */
export const RepeatedOrder = Type.Object(
  {
    id: Id('Orçamento'),
    message: Type.String({ title: 'Mensagem' }),
    origem: Type.Object(
      {
        /** `null` for an order that was made outside the console. */
        id: Nullable(Id('Pedido')),
        numero: Type.String({ title: 'Número' }),
        em: Instant('Feito em'),
      },
      { title: 'Pedido repetido' },
    ),
    mudancas: Type.Array(OfferChange, { title: 'O que mudou desde o pedido' }),
    /** What had to follow today's branch, price table and packagings, each as a sentence. */
    ajustes: Type.Array(Type.String(), { title: 'Ajustes' }),
    faltam: Type.Array(MissingProduct, { title: 'O que faltou' }),
    /** Terms that cannot be kept, by name. */
    escolherDeNovo: Type.Array(Type.String(), { title: 'A escolher de novo' }),
  },
  { title: 'Pedido repetido' },
);
export type RepeatedOrder = Static<typeof RepeatedOrder>;
