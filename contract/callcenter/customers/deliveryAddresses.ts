import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { states } from '../../catalogs/states.ts';
import { Done, defineRoutes, Id, Personal, Strict, Text } from '../../route.ts';

/** More delivery addresses than any customer has, or a screen could offer. */
export const MAX_DELIVERY_ADDRESSES = 500;

const filled = (title: string, maxLength: number) => Text(title, maxLength, { minLength: 1, pattern: '\\S' });

/** A new address as the form submits it (document 002 section 3). */
export const NewDeliveryAddress = Strict(
  {
    cep: Type.String({ title: 'CEP', pattern: '^\\d{5}-?\\d{3}$' }),
    rua: filled('Rua', 100),
    numero: filled('Número', 10),
    complemento: Type.Optional(Text('Complemento', 80)),
    cidade: filled('Cidade', 60),
    bairro: filled('Bairro', 60),
    estado: Type.Union(
      states.map(({ value }) => Type.Literal(value)),
      { title: 'Estado' },
    ),
    ibge: Type.Optional(Type.String({ title: 'Código IBGE', pattern: '^(\\d{7})?$' })),
    obs: Type.Optional(Text('Observação', 200)),
  },
  { title: 'Novo endereço de entrega' },
);
export type NewDeliveryAddress = Static<typeof NewDeliveryAddress>;

export const DeliveryAddress = Type.Object(
  {
    id: Id('Endereço'),
    cep: Personal('ENDERECO', Type.String({ title: 'CEP' })),
    rua: Personal('ENDERECO', Type.String({ title: 'Rua' })),
    numero: Personal('ENDERECO', Type.String({ title: 'Número' })),
    complemento: Personal('ENDERECO', Type.String({ title: 'Complemento' })),
    bairro: Personal('ENDERECO', Type.String({ title: 'Bairro' })),
    cidade: Type.String({ title: 'Cidade' }),
    estado: Type.String({ title: 'Estado' }),
    ibge: Type.String({ title: 'Código IBGE' }),
    obs: Type.String({ title: 'Observação' }),
  },
  { title: 'Endereço de entrega' },
);
export type DeliveryAddress = Static<typeof DeliveryAddress>;

const ofCustomer = Strict({ idCli: Id('Cliente') });

export const deliveryAddressRoutes = defineRoutes({
  list: {
    method: 'GET',
    path: '/callcenter/clientes/{idCli}/enderecos-entrega',
    summary: 'Endereços de entrega de um cliente',
    permission: 'CLIENTE',
    params: ofCustomer,
    response: Type.Array(DeliveryAddress),
  },
  create: {
    method: 'POST',
    path: '/callcenter/clientes/{idCli}/endereco-entrega',
    summary: 'Criar um endereço de entrega',
    permission: 'CLIENTE_EDITAR',
    params: ofCustomer,
    // Foreign clients repeat the customer in the query (document 002 section 7); the path takes precedence.
    body: NewDeliveryAddress,
    idempotent: true,
    response: Done,
  },
  remove: {
    method: 'DELETE',
    path: '/callcenter/clientes/{idCli}/endereco-entrega/{idEndereco}',
    summary: 'Remover um endereço de entrega',
    permission: 'CLIENTE_EDITAR',
    params: Strict({ idCli: Id('Cliente'), idEndereco: Id('Endereço') }),
    idempotent: true,
    response: Done,
  },
});
