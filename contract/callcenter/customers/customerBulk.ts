import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Id, Nullable, One, type Route, Strict } from '../../route.ts';
import { customerFilters } from '../../sac/customers.ts';
import { RowResults } from '../../sharedShapes.ts';

/** The actions that can be applied to many customers at once. */
export const CUSTOMER_BULK_ACTIONS = ['vendedor', 'classificacao', 'nao-contatar'] as const;
export type CustomerBulkAction = (typeof CUSTOMER_BULK_ACTIONS)[number];

/** A larger selection is refused, so that the user narrows the list. */
export const MAX_BULK_CUSTOMERS = 1_000;

const ids = (title: string) =>
  Type.Optional(Type.Array(Id('Cliente'), { title, maxItems: MAX_BULK_CUSTOMERS, uniqueItems: true }));

/** Customers given by code, or all that match the list's filters except these. */
export const CustomerSelection = {
  ids: ids('Clientes'),
  filtros: Type.Optional(Strict(customerFilters, { title: 'Filtros da lista' })),
  excluidos: ids('Clientes que ficam de fora'),
};

export const CustomerBulkData = Strict(
  {
    /** vendedor: the new seller, who replaces the current ones or is added to them. */
    vendedor: Type.Optional(Id('Vendedor')),
    manter: Type.Optional(Type.Boolean({ title: 'Manter os vendedores atuais' })),
    /** classificacao: `null` removes it. */
    classificacao: Type.Optional(Nullable(Id('Classificação'))),
    /** nao-contatar */
    naoContatar: Type.Optional(Type.Boolean({ title: 'Não contatar' })),
  },
  { title: 'Dados da ação' },
);
export type CustomerBulkData = Static<typeof CustomerBulkData>;

export const customerBulkRoute = {
  method: 'POST',
  path: '/callcenter/clientes/lote/{acao}',
  summary: 'Fazer o mesmo com muitos clientes',
  permission: 'CLIENTE_EDITAR',
  /** Assigning sellers to customers is reserved for those who lead the sellers. */
  permissionBy: { param: 'acao', permissions: { vendedor: 'AGENDA_SUPERVISAO' } },
  params: Strict({
    acao: Type.Union(
      CUSTOMER_BULK_ACTIONS.map((action) => Type.Literal(action)),
      { title: 'Ação' },
    ),
  }),
  body: Strict({ ...CustomerSelection, dados: CustomerBulkData }),
  idempotent: true,
  response: One(RowResults),
} as const satisfies Route;
