import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Decimal, defineRoutes, Id, Nullable, One, Strict } from '../route.ts';

const Color = Type.Object(
  {
    id: Id('Cor'),
    codigo: Type.String({ title: 'Código' }),
    nome: Type.String({ title: 'Nome' }),
    hex: Type.String({ title: 'Cor' }),
    acrescimo: Decimal('Acréscimo por unidade'),
  },
  { title: 'Cor' },
);
export type Color = Static<typeof Color>;

const ean = Type.String({
  title: 'Código de barras da base',
  minLength: 1,
  maxLength: 14,
  pattern: '^[0-9A-Za-z]{1,14}$',
});

const reads = { method: 'GET', permission: 'CLIENTE' } as const;

/** Colours that are mixed into a base, and what they cost. */
export const tintingRoutes = defineRoutes({
  colors: {
    ...reads,
    path: '/callcenter/base/{eanBase}/cores',
    summary: 'Cores de uma base tintométrica',
    params: Strict({ eanBase: ean }),
    response: Type.Array(Color),
  },
  colorPrice: {
    method: 'POST',
    permission: 'CLIENTE',
    whileViewing: 'reads',
    path: '/callcenter/preco/{idCor}/{eanBase}',
    summary: 'Preço de uma base em uma cor',
    params: Strict({ idCor: Id('Cor'), eanBase: ean }),
    body: Strict({
      idTabelaPreco: Type.Optional(Nullable(Id('Tabela de preço'))),
      idPlano: Type.Optional(Nullable(Id('Plano de pagamento'))),
      /** A single unit without it. */
      idEmb: Type.Optional(Type.Integer({ title: 'Embalagem', minimum: 0, maximum: 2147483647 })),
      qtde: Type.Optional(Type.String({ title: 'Quantidade', pattern: '^\\d{1,9}(\\.\\d{1,3})?$' })),
    }),
    response: One(
      Type.Object({
        idProd: Id('Produto'),
        base: Decimal('Base'),
        cor: Decimal('Cor'),
        preco: Decimal('Preço'),
      }),
    ),
  },
});
