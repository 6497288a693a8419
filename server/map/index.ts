import { mapRoutes } from '#contract/map/mapRoutes.ts';
import type { Output } from '#contract/route.ts';
import type { Context } from '../context.ts';
import { implement } from '../implement.ts';
import { mapFor } from './queries.ts';

export const mapImplementation = implement(mapRoutes, { read: (_, ctx) => personalMap(ctx) });

/** Of a closed entity only its name is told, so that whoever meets it knows whom to ask. */
async function personalMap({ db, user }: Context): Promise<Output<typeof mapRoutes.read>> {
  const entities = Object.entries(await mapFor(db, user)).map(([key, entity]) => {
    const { own: _, added: __, adicionais: ___, permissoes: ____, fechada, ...shown } = entity;
    if (!fechada) return [key, shown];
    return [key, { titulo: entity.titulo, descricao: '', chave: [], campos: {}, relacoes: {}, fechada }];
  });
  return Object.fromEntries(entities);
}
