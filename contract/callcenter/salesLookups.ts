import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Strict, Text } from '../route.ts';
import { NamedOption } from '../sac/lookups.ts';

const Described = Type.Object({ id: Id('Código'), desc: Type.String({ title: 'Descrição' }) });

const lookup = { method: 'GET', permission: 'CLIENTE', cacheMinutes: 10 } as const;

/** Call-center lookups that the service area does not offer under its own paths (document 002 section 7). */
export const salesLookupRoutes = defineRoutes({
  representatives: {
    ...lookup,
    path: '/callcenter/representantes',
    summary: 'Representantes para o call-center',
    response: Type.Array(NamedOption),
  },
  /** People who sell and may be assigned customers, quotes and agendas. */
  sellers: {
    ...lookup,
    path: '/callcenter/operadores',
    summary: 'Operadores e vendedores',
    response: Type.Array(
      Type.Object({
        id: Id('Operador'),
        nome: Type.String({ title: 'Nome' }),
        email: Type.String({ title: 'E-mail' }),
        codOp: Type.Integer({ title: 'Código' }),
        matErp: Type.String({ title: 'Matrícula' }),
      }),
    ),
  },
  /** The same people, names only, for selectors. */
  sellerNames: {
    ...lookup,
    path: '/callcenter/lista-operadores',
    summary: 'Nomes dos operadores e vendedores',
    response: Type.Array(NamedOption),
  },
  /** Searched on the server, so the client does not cache it. */
  regions: {
    method: 'GET',
    permission: 'CLIENTE',
    path: '/callcenter/lista-regioes',
    summary: 'Procurar regiões',
    query: Strict({ q: Type.Optional(Text('Pesquisa', 100)) }),
    response: Type.Array(Described),
  },
  dimensions: {
    ...lookup,
    path: '/callcenter/dimensoes',
    summary: 'Segmentos das informações adicionais',
    response: Type.Array(Described),
  },
  orderSources: {
    ...lookup,
    path: '/callcenter/origens-trafego/pedido',
    summary: 'De onde vêm os pedidos',
    response: Type.Array(Described),
  },
});
