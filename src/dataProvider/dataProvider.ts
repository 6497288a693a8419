import type { DataProvider, GetListParams, GetListResult, GetOneResult, RaRecord } from 'ra-core';
import type { Paginator, Route } from '../../contract/route.ts';
import { addressOf } from './address.ts';
import { unknownFilters, wireFilters } from './fieldFilters.ts';
import { send } from './http.ts';
import { isOwnResource, ownProvider } from './ownProvider.ts';
import { type ResourceRoutes, resources } from './resources.ts';

interface PageAnswer {
  itens: RaRecord[];
  paginator: Paginator;
}

/** react-admin's verbs. Resources that are ours alone speak another dialect than those of the specification. */
export const dataProvider: DataProvider = {
  supportAbortSignal: true,
  getList: async (resource, params) => (await providerOf(resource)).getList(resource, params),
  getOne: async (resource, params) => (await providerOf(resource)).getOne(resource, params),
  getMany: async (resource, params) => (await providerOf(resource)).getMany(resource, params),
  getManyReference: async (resource, params) =>
    (await providerOf(resource)).getManyReference(resource, params),
  create: async (resource, params) => (await providerOf(resource)).create(resource, params),
  update: async (resource, params) => (await providerOf(resource)).update(resource, params),
  updateMany: async (resource, params) => (await providerOf(resource)).updateMany(resource, params),
  delete: async (resource, params) => (await providerOf(resource)).delete(resource, params),
  deleteMany: async (resource, params) => (await providerOf(resource)).deleteMany(resource, params),
};

const providerOf = async (resource: string): Promise<DataProvider> =>
  isOwnResource(resource) ? ownProvider() : specifiedProvider;

/**
 * The verbs over the /sac and /callcenter path shapes: lists answer {itens, paginator}, one record {data}. Writes
 * go through `call`, by name: what a noun cannot do is refused here.
 */
const specifiedProvider: DataProvider = {
  async getList(resource, params) {
    const { list } = await routesOf(resource);
    const answer = await page(list, resource, params);
    return { data: answer.itens, total: answer.paginator.total, meta: answer.paginator } as GetListResult;
  },
  async getOne(resource, { id, signal }) {
    const { get, idParam } = await routesOf(resource);
    if (!get) throw unsupported(resource, 'getOne');
    const answer = (await send(addressOf(get, { [idParam]: id }), { method: 'GET', signal })) as {
      data: RaRecord;
    };
    return { data: answer.data } as GetOneResult;
  },
  async getMany(resource, { ids, signal }) {
    const records = await Promise.all(ids.map((id) => specifiedProvider.getOne(resource, { id, signal })));
    return { data: records.map((r) => r.data) };
  },
  async getManyReference(resource, { target, id, filter, ...params }) {
    return specifiedProvider.getList(resource, { ...params, filter: { ...filter, [target]: id } });
  },
  create: (resource) => Promise.reject(unsupported(resource, 'create')),
  update: (resource) => Promise.reject(unsupported(resource, 'update')),
  updateMany: (resource) => Promise.reject(unsupported(resource, 'updateMany')),
  delete: (resource) => Promise.reject(unsupported(resource, 'delete')),
  deleteMany: (resource) => Promise.reject(unsupported(resource, 'deleteMany')),
};

const unsupported = (resource: string, verb: string) =>
  new Error(`${verb} is not a call of ${resource}: use call()`);

async function routesOf(resource: string): Promise<ResourceRoutes> {
  const routes = resources[resource];
  if (!routes) throw new Error(`unknown resource ${resource}: add a row to src/dataProvider/resources.ts`);
  return typeof routes === 'function' ? routes() : routes;
}

/** The neighbours of the page that was read last, by list: next and previous go by key (ARCHITECTURE.md, Scale). */
const lastRead = new Map<string, Paginator>();

async function page(route: Route, resource: string, params: GetListParams): Promise<PageAnswer> {
  const { page: number = 1, perPage = 25 } = params.pagination ?? {};
  const sorting = params.sort && { orderBy: params.sort.field, direction: params.sort.order };
  const key = JSON.stringify([resource, params.filter, sorting, perPage]);
  const before = lastRead.get(key);
  const cursor =
    before?.current_page === number - 1
      ? before.proximo
      : before?.current_page === number + 1
        ? before.anterior
        : undefined;
  const unknown = new Set(unknownFilters(route, params.filter ?? {}));
  const filter = Object.fromEntries(
    Object.entries(params.filter ?? {}).filter(([name]) => !unknown.has(name)),
  );
  const query = { page: number, take: perPage, ...sorting, ...wireFilters(filter), cursor };
  const answer = (await send(addressOf(route, {}, query), {
    method: 'GET',
    signal: params.signal,
  })) as PageAnswer;
  lastRead.set(key, answer.paginator);
  return answer;
}
