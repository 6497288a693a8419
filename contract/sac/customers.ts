import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, Direction, defineRoutes, Id, Nullable, One, Page, pageQuery, Strict, Text } from '../route.ts';

/** A badge of a customer (document 000 section 9): `texto` is the block reason where the code is BD. */
export const Badge = Type.Object({
  codigo: Type.String({ title: 'Código' }),
  texto: Type.String({ title: 'Texto' }),
});

/** How lists and tickets name a customer: id - trade name, legal name. */
export const CustomerRef = Type.Object(
  {
    id: Id('Cliente'),
    fant: Type.String({ title: 'Nome fantasia' }),
    razSoc: Type.String({ title: 'Razão social' }),
    legendas: Type.Array(Badge, { title: 'Legendas' }),
  },
  { title: 'Cliente' },
);
export type CustomerRef = Static<typeof CustomerRef>;

export const CustomerBranch = Type.Object({
  idFil: Id('Filial'),
  razSoc: Type.String({ title: 'Razão social' }),
});

export const CustomerOption = Type.Composite([
  CustomerRef,
  Type.Object({
    documento: Type.String({ title: 'CPF ou CNPJ' }),
    nome: Type.String({ title: 'Nome' }),
    email: Type.String({ title: 'E-mail' }),
    telefone: Type.String({ title: 'Telefone' }),
    cidade: Type.String({ title: 'Cidade' }),
    uf: Type.String({ title: 'UF' }),
    motivoBloqueio: Nullable(Type.String({ title: 'Motivo do bloqueio' })),
    filiaisSac: Type.Array(CustomerBranch, { title: 'Filiais' }),
  }),
]);
export type CustomerOption = Static<typeof CustomerOption>;

export const Customer = Type.Composite([
  CustomerOption,
  Type.Object({
    prospect: Type.Boolean({ title: 'Prospect' }),
    inscEst: Type.String({ title: 'Inscrição estadual' }),
    dtUltComp: Nullable(Day('Última compra')),
    representante: Nullable(Type.Object({ id: Id('Representante'), nome: Type.String({ title: 'Nome' }) })),
  }),
]);
export type Customer = Static<typeof Customer>;

export const CarrierOption = Type.Object({
  id: Id('Transportadora'),
  razSoc: Type.String({ title: 'Razão social' }),
});
export type CarrierOption = Static<typeof CarrierOption>;

const params = Strict({ idCli: Id('Cliente') });

export const customerRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/sac/clientes',
    summary: 'Pesquisar clientes por código, nome ou documento',
    permission: 'SAC_CLIENTE_PESQUISAR',
    query: Strict({
      ...pageQuery,
      q: Type.Optional(Text('Pesquisa', 100)),
      orderBy: Type.Optional(
        Type.Union([Type.Literal('id'), Type.Literal('razSoc'), Type.Literal('fant')], { title: 'Ordem' }),
      ),
      direction: Type.Optional(Direction),
    }),
    response: Page(CustomerOption),
  },
  /** An end consumer gets the own record only. */
  get: {
    method: 'GET',
    path: '/sac/clientes/{idCli}',
    summary: 'Um cliente',
    permission: 'SAC_TICKETS',
    params,
    response: One(Customer),
  },
  carriers: {
    method: 'GET',
    path: '/sac/clientes/{idCli}/transportadoras',
    summary: 'Transportadoras que atendem o cliente',
    permission: 'SAC_TICKETS',
    params,
    response: Type.Array(CarrierOption),
  },
});
