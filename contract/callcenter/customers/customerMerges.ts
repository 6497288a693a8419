import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { BirthDay, Done, defineRoutes, Id, Instant, Nullable, Personal, Strict } from '../../route.ts';

const versao = Type.Optional(Type.Integer({ title: 'Versão', minimum: 1, maximum: 2147483647 }));
const params = Strict({ idCli: Id('Cliente') });
const text = (title: string) => Type.String({ title });

/** The fields of the registration that two customers may have differently, in the order in which they are asked for. */
export const MERGED_FIELDS = [
  { value: 'razaoSocial', title: 'Razão social ou nome' },
  { value: 'nomeFantasia', title: 'Nome fantasia' },
  { value: 'email', title: 'E-mail' },
  { value: 'telefone', title: 'Telefone' },
  { value: 'inscricaoEstadual', title: 'Inscrição estadual' },
  { value: 'nascimento', title: 'Data de nascimento' },
  { value: 'endereco', title: 'Endereço de cobrança' },
  { value: 'enderecoEntrega', title: 'Endereço de entrega' },
  { value: 'representante', title: 'Representante' },
  { value: 'classificacao', title: 'Classificação' },
  { value: 'tabelaPreco', title: 'Tabela de preço' },
  { value: 'atividade', title: 'Atividade' },
  { value: 'comoConheceu', title: 'Como conheceu' },
] as const;
export type MergedField = (typeof MERGED_FIELDS)[number]['value'];

const Field = Type.Union(
  MERGED_FIELDS.map(({ value, title }) => Type.Literal(value, { title })),
  { title: 'Campo' },
);

/** A customer that could become one with another, and what would follow from it. */
export const CustomerToMerge = Type.Object(
  {
    id: Id('Cliente'),
    versao: Type.Integer({ title: 'Versão' }),
    razaoSocial: text('Razão social ou nome'),
    nomeFantasia: text('Nome fantasia'),
    documento: Personal('DOCUMENTO', text('CPF ou CNPJ')),
    email: Personal('EMAIL', text('E-mail')),
    telefone: Personal('TELEFONE', text('Telefone')),
    inscricaoEstadual: text('Inscrição estadual'),
    nascimento: Nullable(BirthDay('Data de nascimento')),
    endereco: Personal('ENDERECO', text('Endereço de cobrança')),
    enderecoEntrega: Personal('ENDERECO', text('Endereço de entrega')),
    representante: text('Representante'),
    classificacao: text('Classificação'),
    tabelaPreco: text('Tabela de preço'),
    atividade: text('Atividade'),
    comoConheceu: text('Como conheceu'),
    contatos: Type.Integer({ title: 'Contatos' }),
    orcamentos: Type.Integer({ title: 'Orçamentos e pedidos' }),
    tickets: Type.Integer({ title: 'Tickets' }),
    agendas: Type.Integer({ title: 'Agendas' }),
    /** The fields that both have, and not alike; the one that leads has its own unless another is chosen. */
    diferem: Type.Array(Field, { title: 'Campos que diferem' }),
    /** Why it cannot be merged; `null` if it can. */
    impedimento: Nullable(text('Impedimento')),
  },
  { title: 'Cliente a unir' },
);
export type CustomerToMerge = Static<typeof CustomerToMerge>;

const act = {
  method: 'POST',
  params,
  idempotent: true,
  permission: 'CLIENTES_UNIR',
  response: Done,
} as const;

/** Making one customer of two registrations of the same person or company, and taking it back within a day. */
export const customerMergeRoutes = defineRoutes({
  options: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/unir',
    summary: 'O que segue da união de dois clientes',
    permission: 'CLIENTES_UNIR',
    params,
    exactCustomer: true,
    query: Strict({ outro: Id('Outro cliente') }),
    response: Type.Object({
      principal: CustomerToMerge,
      outro: CustomerToMerge,
      /** The one that stays unless somebody says otherwise. */
      proposto: Id('Cliente que fica'),
    }),
  },
  merge: {
    ...act,
    path: '/callcenter/clientes/{idCli}/unir',
    summary: 'Unir outro cadastro a um cliente',
    body: Strict({
      versao,
      outro: Strict({ id: Id('Cliente que se une a este'), versao }),
      /** Fields of which the value of the other one is kept; of all others this one keeps its own. */
      doOutro: Type.Optional(
        Type.Array(Field, {
          title: 'Campos do outro cadastro',
          uniqueItems: true,
          maxItems: MERGED_FIELDS.length,
        }),
      ),
    }),
  },
  undoMerge: {
    ...act,
    path: '/callcenter/clientes/{idCli}/desfazer-uniao',
    summary: 'Desfazer a união de dois clientes, em até um dia',
    body: Strict({ versao, cliente: Id('Cliente que volta a ser próprio') }),
  },
});

/** A registration that became one with a customer. */
export const MergedRegistration = Type.Object(
  {
    id: Id('Cliente'),
    em: Instant('Unido em'),
    por: text('Unido por'),
    /** Until when the person can take it back. */
    desfazerAte: Nullable(Instant('Pode ser desfeito até')),
  },
  { title: 'Cadastro unido' },
);
