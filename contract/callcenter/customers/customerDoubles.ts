import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Id, Instant, Nullable, Personal, Strict } from '../../route.ts';
import { DOUBLE_SIGNS } from '../../rules/customers/customerDoubles.ts';

const params = Strict({ idCli: Id('Cliente') });
const text = (title: string) => Type.String({ title });

const Sign = Type.Union(
  DOUBLE_SIGNS.map(({ value, label }) => Type.Literal(value, { title: label })),
  { title: 'Motivo' },
);
const signs = Type.Array(Sign, { title: 'Motivos' });

/** A customer of whom there may be another registration. What is hidden from a person is no sign for them, and is not shown either. */
export const CustomerInDoubt = Type.Object(
  {
    id: Id('Cliente'),
    fant: text('Nome fantasia'),
    razSoc: text('Razão social ou nome'),
    documento: Personal('DOCUMENTO', text('CPF ou CNPJ')),
    cidade: text('Cidade'),
    uf: text('UF'),
  },
  { title: 'Cliente' },
);
export type CustomerInDoubt = Static<typeof CustomerInDoubt>;

/** Two customers that are probably the same, or of whom somebody said that they are not. */
export const LikelyDouble = Type.Object(
  {
    /** The newer registration. */
    cliente: CustomerInDoubt,
    outro: CustomerInDoubt,
    motivos: signs,
    /** Who said that they are not the same; `null` for a pair that is proposed. */
    descartado: Nullable(Type.Object({ por: text('Descartado por'), em: Instant('Descartado em') })),
  },
  { title: 'Possível duplicado' },
);
export type LikelyDouble = Static<typeof LikelyDouble>;

const other = Strict({ outro: Id('Outro cliente') });
const act = {
  method: 'POST',
  params,
  idempotent: true,
  permission: 'CLIENTES_UNIR',
  response: Done,
} as const;

/** Registrations that are probably the same customer, or belong to one group if each has a document. */
export const customerDoubleRoutes = defineRoutes({
  /** The newest registrations first. Each page reads a limited number of them, so one may be empty and still have a next one. */
  list: {
    method: 'GET',
    path: '/callcenter/clientes/duplicados',
    summary: 'Cadastros que provavelmente são do mesmo cliente',
    permission: 'CLIENTES_UNIR',
    query: Strict({
      descartados: Type.Optional(Type.Boolean({ title: 'Os que não são o mesmo' })),
      /** Pairs with two documents, which can be linked as a group but not merged. */
      comDocumentos: Type.Optional(Type.Boolean({ title: 'Os que têm cada um o seu documento' })),
      depoisDe: Type.Optional(Id('Onde a página anterior terminou')),
    }),
    response: Type.Object({
      itens: Type.Array(LikelyDouble, { title: 'Itens' }),
      /** Where the next page goes on; `null` after the last one. */
      continua: Nullable(Id('Onde a próxima página começa')),
    }),
  },
  ofCustomer: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/duplicados',
    summary: 'Cadastros que provavelmente são deste cliente',
    permission: 'CLIENTES_UNIR',
    params,
    response: Type.Array(
      Type.Object({ outro: CustomerInDoubt, motivos: signs }, { title: 'Possível duplicado do cliente' }),
    ),
  },
  dismiss: {
    ...act,
    path: '/callcenter/clientes/{idCli}/nao-e-o-mesmo',
    summary: 'Dizer que dois clientes não são o mesmo, para que não sejam mais propostos',
    body: other,
  },
  restore: {
    ...act,
    path: '/callcenter/clientes/{idCli}/pode-ser-o-mesmo',
    summary: 'Voltar a propor dois clientes como possíveis duplicados',
    body: other,
  },
});
