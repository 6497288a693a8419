import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Day, Decimal, Done, defineRoutes, Id, Nullable, One, Personal, Strict, Title } from '../../route.ts';
import { Version } from '../../sharedShapes.ts';

const params = Strict({ idCli: Id('Cliente') });
const text = (title: string) => Type.String({ title });

/** Figures of one customer or of all; what the person may not see in the customer's own tabs is absent here too. */
const figures = {
  pedidos: Type.Optional(Type.Integer({ title: 'Pedidos em 12 meses' })),
  comprado: Type.Optional(Decimal('Comprado em 12 meses')),
  ultimoPedido: Type.Optional(Nullable(Day('Último pedido'))),
  emAberto: Type.Optional(Decimal('Em aberto')),
  vencido: Type.Optional(Decimal('Vencido')),
  limite: Type.Optional(Decimal('Limite')),
  utilizado: Type.Optional(Decimal('Utilizado')),
  tickets: Type.Optional(Type.Integer({ title: 'Tickets em aberto' })),
};
export const GroupFigures = Type.Object(figures, { title: 'Números do grupo' });
export type GroupFigures = Static<typeof GroupFigures>;

/** A customer of a group that the person may see, and how it stands. */
export const GroupMember = Type.Object(
  {
    id: Id('Cliente'),
    fant: text('Nome fantasia'),
    razSoc: text('Razão social ou nome'),
    documento: Personal('DOCUMENTO', text('CPF ou CNPJ')),
    cidade: text('Cidade'),
    uf: text('UF'),
    ...figures,
  },
  { title: 'Cliente do grupo' },
);
export type GroupMember = Static<typeof GroupMember>;

/** Customers that belong together and stay customers of their own. Whoever the person may not see is neither named nor counted. */
export const CustomerGroup = Type.Object(
  {
    id: Id('Grupo'),
    nome: text('Nome do grupo'),
    versao: Type.Integer({ title: 'Versão' }),
    membros: Type.Array(GroupMember, { title: 'Clientes' }),
    soma: GroupFigures,
  },
  { title: 'Grupo de clientes' },
);
export type CustomerGroup = Static<typeof CustomerGroup>;

const act = { params, idempotent: true, permission: 'CLIENTES_UNIR', response: Done } as const;

/** Customers with documents of their own who are one group: linked, never merged. */
export const customerGroupRoutes = defineRoutes({
  get: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/grupo',
    summary: 'O grupo de um cliente, com os números de cada um lado a lado',
    permission: 'CLIENTE',
    params,
    response: One(Nullable(CustomerGroup)),
  },
  link: {
    ...act,
    method: 'POST',
    path: '/callcenter/clientes/{idCli}/grupo/ligar',
    summary: 'Ligar dois clientes em um grupo',
    body: Strict({
      outro: Id('Outro cliente'),
      /** Of a group that begins with them; one that is there keeps its own. */
      nome: Type.Optional(Title('Nome do grupo', 80)),
    }),
  },
  rename: {
    ...act,
    method: 'PUT',
    path: '/callcenter/clientes/{idCli}/grupo',
    summary: 'Mudar o nome do grupo de um cliente',
    body: Strict({ versao: Version, nome: Title('Nome do grupo', 80) }),
  },
  leave: {
    ...act,
    method: 'POST',
    path: '/callcenter/clientes/{idCli}/grupo/sair',
    summary: 'Tirar um cliente do seu grupo',
    body: Strict({}),
  },
});
