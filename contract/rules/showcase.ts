import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';

export const SHOWCASE_KINDS = ['MAIS_VENDIDOS', 'MARCA', 'CLASSE', 'PROMOCAO', 'CAMPANHA'] as const;

/** Which products a showcase holds. MAIS_VENDIDOS counts the orders of the last 30 days, once an hour. */
export const ShowcaseRule = Type.Object(
  {
    tipo: Type.Union(
      SHOWCASE_KINDS.map((value) => Type.Literal(value)),
      { title: 'Produtos' },
    ),
    /** The brand, the sales class or the campaign's number. */
    valor: Type.Optional(Type.String({ title: 'Qual', maxLength: 100 })),
    /** Kept by the hourly count: products in their order. */
    produtos: Type.Optional(
      Type.Array(Type.Integer({ title: 'Produto' }), { title: 'Contados', maxItems: 50 }),
    ),
  },
  { title: 'Regra da vitrine', additionalProperties: false },
);
export type ShowcaseRule = Static<typeof ShowcaseRule>;

/** Cards that a showcase shows. */
export const SHOWCASE_SIZE = 12;
