import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import {
  Day,
  Decimal,
  Done,
  defineRoutes,
  Id,
  Instant,
  Nullable,
  One,
  onlyIds,
  Page,
  pageQuery,
  Strict,
  Text,
  Title,
} from '../route.ts';

const Kind = Type.Union(
  [Type.Literal('DESCONTO', { title: 'Desconto' }), Type.Literal('PONTOS', { title: 'Pontos' })],
  { title: 'Tipo' },
);
const Situation = Type.Union(
  [Type.Literal('ATIVA'), Type.Literal('FUTURA'), Type.Literal('ENCERRADA'), Type.Literal('INATIVA')],
  { title: 'Situação' },
);

const facts = {
  id: Id('Campanha'),
  nome: Type.String({ title: 'Nome' }),
  descricao: Type.String({ title: 'Descrição' }),
  tipo: Kind,
  /** A percentage discount, or points per unit. */
  valor: Decimal('Valor'),
  inicio: Day('Início'),
  fim: Day('Fim'),
  quantidadeMinima: Decimal('Quantidade mínima'),
  situacao: Situation,
  produtos: Type.Integer({ title: 'Produtos' }),
  apurada: Nullable(Instant('Apurada em')),
  versao: Type.Integer({ title: 'Versão' }),
};
export const Campaign = Type.Object(facts, { title: 'Campanha' });
export type Campaign = Static<typeof Campaign>;

export const CampaignDetail = Type.Object(
  {
    ...facts,
    ativa: Type.Boolean({ title: 'Ativa' }),
    itens: Type.Array(
      Type.Object({
        id: Id('Produto'),
        codigo: Type.String({ title: 'Código' }),
        descricao: Type.String({ title: 'Descrição' }),
      }),
      { title: 'Produtos' },
    ),
  },
  { title: 'Campanha com produtos' },
);
export type CampaignDetail = Static<typeof CampaignDetail>;

export const CampaignResult = Type.Object({
  colaborador: Type.Object({ id: Id('Colaborador'), nome: Type.String({ title: 'Nome' }) }),
  pedidos: Type.Integer({ title: 'Pedidos' }),
  quantidade: Decimal('Quantidade'),
  total: Decimal('Total'),
  pontos: Decimal('Pontos'),
});
export type CampaignResult = Static<typeof CampaignResult>;

const params = Strict({ idCampanha: Id('Campanha') });
const body = {
  nome: Title('Nome', 80),
  descricao: Text('Descrição', 500),
  tipo: Kind,
  valor: Type.String({ title: 'Valor', pattern: '^\\d{1,6}(\\.\\d{1,4})?$' }),
  inicio: Day('Início'),
  fim: Day('Fim'),
  quantidadeMinima: Type.String({ title: 'Quantidade mínima', pattern: '^\\d{1,9}(\\.\\d{1,3})?$' }),
  ativa: Type.Boolean({ title: 'Ativa' }),
  produtos: Type.Array(Id('Produto'), { title: 'Produtos', minItems: 1, maxItems: 500, uniqueItems: true }),
};

/** Campaigns: products, period, discount or points (docs/domain.md 10). */
export const campaignRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/callcenter/campanhas',
    summary: 'Campanhas comerciais',
    permission: 'GERENCIA_CAMPANHA',
    query: Strict({
      ...pageQuery,
      ...onlyIds('Campanha'),
      situacao: Type.Optional(Situation),
      texto: Type.Optional(Text('Pesquisa', 80)),
    }),
    response: Page(Campaign),
  },
  /** For sellers. */
  active: {
    method: 'GET',
    path: '/callcenter/campanhas-ativas',
    summary: 'Campanhas em vigor hoje',
    permission: 'CLIENTE',
    response: Type.Array(Campaign),
  },
  /** Results as last counted, for one campaign or for all of them together. */
  sellers: {
    method: 'GET',
    path: '/callcenter/campanhas/operadores',
    summary: 'Resultado das campanhas por vendedor',
    permission: 'GERENCIA_CAMPANHA',
    query: Strict({ idCampanha: Type.Optional(Id('Campanha')) }),
    response: Type.Array(CampaignResult),
  },
  get: {
    method: 'GET',
    path: '/callcenter/campanhas/{idCampanha}',
    summary: 'Uma campanha com os seus produtos',
    permission: 'GERENCIA_CAMPANHA',
    params,
    response: One(CampaignDetail),
  },
  create: {
    method: 'POST',
    path: '/callcenter/campanhas',
    summary: 'Criar uma campanha comercial',
    permission: 'CAMPANHA_APURAR',
    body: Strict(body),
    idempotent: true,
    response: Done,
  },
  update: {
    method: 'PUT',
    path: '/callcenter/campanhas/{idCampanha}',
    summary: 'Alterar uma campanha comercial',
    permission: 'CAMPANHA_APURAR',
    params,
    body: Strict({
      ...body,
      versao: Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 })),
    }),
    response: Done,
  },
  /**
   * Counts invoiced orders of the period: a discount campaign by the orders that used it, a points campaign by every sale of
   * its products.
   */
  count: {
    method: 'POST',
    path: '/callcenter/campanhas/{idCampanha}/apurar',
    summary: 'Apurar uma campanha pelos pedidos faturados',
    permission: 'CAMPANHA_APURAR',
    params,
    response: Done,
  },
});
