import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Decimal, Done, defineRoutes, Id, Instant, Strict, Text } from '../route.ts';
import { Described } from './quoteShapes.ts';

export const CompetitorPrice = Type.Object(
  {
    id: Id('Preço'),
    concorrente: Described('Concorrente'),
    preco: Decimal('Preço'),
    observacao: Type.String({ title: 'Observação' }),
    por: Type.String({ title: 'Informado por' }),
    em: Instant('Em'),
  },
  { title: 'Preço do concorrente' },
);
export type CompetitorPrice = Static<typeof CompetitorPrice>;

const reads = { method: 'GET', permission: 'CLIENTE' } as const;

/** What competitors ask, as customers tell. */
export const competitorPriceRoutes = defineRoutes({
  competitorPrices: {
    ...reads,
    path: '/callcenter/orcamentos/concorrente-preco',
    summary: 'Preços de concorrentes para um produto',
    query: Strict({ idProd: Id('Produto'), idCli: Type.Optional(Id('Cliente')) }),
    response: Type.Array(CompetitorPrice),
  },
  competitors: {
    ...reads,
    path: '/callcenter/orcamentos/concorrente-preco/concorrentes',
    summary: 'Concorrentes',
    response: Type.Array(Described('Concorrente')),
  },
  addCompetitorPrice: {
    method: 'POST',
    permission: 'ORCAMENTO_EDITAR',
    idempotent: true,
    path: '/callcenter/orcamentos/concorrente-preco/insert',
    summary: 'Registrar o preço de um concorrente',
    body: Strict({
      idConcorrente: Id('Concorrente'),
      idProd: Id('Produto'),
      idCli: Id('Cliente'),
      preco: Type.String({ title: 'Preço', pattern: '^\\d{1,9}(\\.\\d{1,4})?$' }),
      observacao: Type.Optional(Text('Observação', 255)),
    }),
    response: Done,
  },
});
