import { type MapEntities, ownTypeOf } from './entity.ts';
import { resolvePath } from './paths.ts';

const record = (type: string) => (id: string) => `/cadastros/${type}/${id}`;

/** The pages of the console with one record of an entity. What is seen only in a list or a dialog has none. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  tickets: (id) => `/tickets/${id}`,
  pedidos: (id) => `/pedidos/${id}`,
  clientes: (id) => `/clientes/${id}`,
  agendas: (id) => `/agendas/${id}`,
  pessoas: (id) => `/pessoas/${id}`,
  notas: record('notas'),
  titulos: record('titulos'),
  produtos: record('produtos'),
  representantes: record('representantes'),
  transportadoras: record('transportadoras'),
  filiais: record('filiais'),
};

/** The page of a record of the product's or of the company's own types; `null` if its entity has none. */
export function pageOf(entity: string, id: number | string): string | null {
  const own = ownTypeOf(entity);
  const page = own === null ? (Object.hasOwn(PAGES, entity) ? PAGES[entity] : undefined) : record(own);
  return page ? page(String(id)) : null;
}

/** Whether an entity has pages of its records. */
const hasPage = (entity: string): boolean => pageOf(entity, 0) !== null;

/** The entity whose record a field names by its whole key, if that has a page: the row's own, or one that it refers to. */
export function pageEntityOf(entities: MapEntities, from: string, path: string): string | undefined {
  const found = resolvePath(entities, from, path);
  const entity = found && entities[found.entity];
  if (!found || !entity) return undefined;
  if (entity.chave.length === 1 && entity.chave[0] === found.field)
    return hasPage(found.entity) ? found.entity : undefined;
  return Object.values(entity.relacoes).find(
    ({ por, alvo }) => por.length === 1 && por[0]?.[0] === found.field && hasPage(alvo),
  )?.alvo;
}
