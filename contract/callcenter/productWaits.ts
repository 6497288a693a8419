import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { waitEnd } from '../catalogs/productWait.ts';
import { Done, defineRoutes, Id, Instant, Nullable, Page, pageQuery, Strict } from '../route.ts';
import { literalOf, Version } from '../sharedShapes.ts';

const Named = (title: string) => Type.Object({ id: Id('Código'), nome: Type.String({ title }) }, { title });

/** A customer who waits for a product. */
export const ProductWait = Type.Object(
  {
    id: Id('Espera'),
    produto: Named('Produto'),
    cliente: Named('Cliente'),
    filial: Named('Filial'),
    vendedor: Named('Vendedor'),
    /** The quote in which it was missing. */
    idPedido: Nullable(Id('Orçamento')),
    desde: Instant('Espera desde'),
    encerradaEm: Nullable(Instant('Encerrada em')),
    motivo: Nullable(Type.String({ title: 'Como terminou' })),
    versao: Type.Integer({ title: 'Versão' }),
  },
  { title: 'Espera por produto' },
);
export type ProductWait = Static<typeof ProductWait>;

const base = '/callcenter/esperas-produto';
const permission = 'CLIENTE_ORCAMENTOS';
/** Sold ones close themselves. */
const Closing = Type.Union(waitEnd.filter(({ value }) => value !== 'VENDIDO').map(literalOf), {
  title: 'Como terminou',
});

export const productWaitRoutes = defineRoutes({
  /** Open ones, the longest wait first; or closed ones, the newest first. */
  list: {
    method: 'GET',
    path: base,
    summary: 'Quem espera por produtos',
    permission,
    query: Strict({
      page: pageQuery.page,
      take: pageQuery.take,
      encerradas: Type.Optional(Type.Boolean({ title: 'Encerradas' })),
      idProd: Type.Optional(Id('Produto')),
    }),
    response: Page(ProductWait),
  },
  create: {
    method: 'POST',
    path: base,
    summary: 'Anotar que o cliente de um orçamento espera por um produto',
    permission: 'ORCAMENTO_EDITAR',
    body: Strict({ idPedido: Id('Orçamento'), idProd: Id('Produto'), idFil: Type.Optional(Id('Filial')) }),
    idempotent: true,
    response: Done,
  },
  close: {
    method: 'POST',
    path: `${base}/{idEspera}/encerrar`,
    summary: 'Encerrar a espera por um produto',
    permission: 'ORCAMENTO_EDITAR',
    params: Strict({ idEspera: Id('Espera') }),
    body: Strict({ motivo: Closing, versao: Version }),
    idempotent: true,
    response: Done,
  },
});
