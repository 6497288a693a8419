import type {
  CreateResult,
  DataProvider,
  DeleteResult,
  fetchUtils,
  GetListParams,
  GetListResult,
  GetOneResult,
  Identifier,
  RaRecord,
  UpdateResult,
} from 'ra-core';
import { MAX_IDS, type Paginator, type Route } from '#contract/route.ts';
import { addressOf } from './call.ts';
import { CallFailure, exchange, send } from './http.ts';
import { PageCursors } from './pageCursors.ts';
import { type ResourceRoutes, resources, unknownFilters, wireFilters } from './resources.ts';
import type { WriteParams, WriteVerb } from './writes.ts';

interface PageAnswer {
  itens: RaRecord[];
  paginator: Paginator;
}

/** react-admin's data provider. Resources specific to this server use another dialect than those of the specification. */
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

const providerOf = async (resource: string): Promise<DataProvider> => {
  if (resource.startsWith('cadastros/')) return (await import('./recordsProvider.ts')).recordsProvider;
  return isOwnResource(resource) ? ownProvider() : specifiedProvider;
};

/**
 * The verbs for the /sac and /callcenter routes: lists return {itens, paginator}, a single record {data}. The write code is
 * loaded on first use; a verb that a resource has no call for is refused here.
 */
const specifiedProvider: DataProvider = {
  async getList(resource, params) {
    const { list } = await routesOf(resource);
    const answer = await page(list, resource, params);
    return { data: answer.itens, total: answer.paginator.total, meta: answer.paginator } as GetListResult;
  },
  async getOne(resource, { id, signal }) {
    const routes = await routesOf(resource);
    if (!routes.get) {
      const [data] = await recordsOf(resource, routes, { ids: [id], signal });
      if (!data) throw new CallFailure(404, 'Registro não encontrado.');
      return { data } as GetOneResult;
    }
    const answer = (await send(addressOf(routes.get, { [routes.idParam]: id }), {
      method: 'GET',
      signal,
    })) as Answer;
    return { data: answer.data ?? answer } as GetOneResult;
  },
  async getMany(resource, { ids, signal }) {
    return { data: (await recordsOf(resource, await routesOf(resource), { ids, signal })) as never };
  },
  async getManyReference(resource, { target, id, filter, ...params }) {
    return specifiedProvider.getList(resource, { ...params, filter: { ...filter, [target]: id } });
  },
  async create(resource, params) {
    const answer = await runWrite(resource, 'create', params);
    return { data: { ...params.data, ...answer } } as CreateResult;
  },
  async update(resource, params) {
    const answer = await runWrite(resource, 'update', params);
    const routes = await routesOf(resource);
    // The next change must use the current version, which not every response contains.
    if (routes.get || takesIds(routes))
      return (await specifiedProvider.getOne(resource, { id: params.id })) as UpdateResult;
    return { data: { ...params.previousData, ...params.data, ...answer, id: params.id } } as UpdateResult;
  },
  async updateMany(resource, { ids, data, meta }) {
    for (const id of ids) {
      const { data: previousData } = await specifiedProvider.getOne(resource, { id });
      await runWrite(resource, 'update', { id, data, previousData, meta });
    }
    return { data: ids };
  },
  async delete(resource, params) {
    await runWrite(resource, 'delete', params);
    return { data: { ...params.previousData, id: params.id } } as DeleteResult;
  },
  async deleteMany(resource, { ids, meta }) {
    for (const id of ids) await runWrite(resource, 'delete', { id, meta });
    return { data: ids };
  },
};

interface Answer {
  data?: RaRecord;
}

const takesIds = ({ list }: ResourceRoutes): boolean => 'ids' in (list.query?.properties ?? {});

/**
 * Records by their ids, as the list shows them, in one request for each MAX_IDS. One that the person may not see is missing like
 * one that does not exist.
 */
async function recordsOf(
  resource: string,
  routes: ResourceRoutes,
  { ids, signal }: { ids: readonly Identifier[]; signal?: AbortSignal | undefined },
): Promise<RaRecord[]> {
  if (!takesIds(routes)) throw unsupported(resource, 'getMany');
  const chunks = Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, at) =>
    ids.slice(at * MAX_IDS, (at + 1) * MAX_IDS),
  );
  const pages = await Promise.all(
    chunks.map((chunk) => {
      const query = { ids: chunk, take: chunk.length };
      return send(addressOf(routes.list, {}, query), { method: 'GET', signal }) as Promise<PageAnswer>;
    }),
  );
  return pages.flatMap(({ itens }) => itens);
}

async function runWrite(resource: string, verb: WriteVerb, params: WriteParams) {
  const { write, writeOf } = await import('./writes.ts');
  const route = writeOf(resource, verb);
  if (!route) throw unsupported(resource, verb);
  const { message: _message, ...answer } = await write(resource, verb, route, params);
  return answer;
}

const unsupported = (resource: string, verb: string) =>
  new Error(`${verb} is not a call of ${resource}: see src/dataProvider/writes.ts`);

async function routesOf(resource: string): Promise<ResourceRoutes> {
  const routes = resources[resource];
  if (!routes) throw new Error(`unknown resource ${resource}: add a row to src/dataProvider/resources.ts`);
  return typeof routes === 'function' ? routes() : routes;
}

const cursors = new PageCursors();

async function page(route: Route, resource: string, params: GetListParams): Promise<PageAnswer> {
  const { page: number = 1, perPage = 25 } = params.pagination ?? {};
  const sorting = params.sort && { orderBy: params.sort.field, direction: params.sort.order };
  const key = JSON.stringify([resource, params.filter, sorting, perPage]);
  const unknown = new Set(unknownFilters(route, params.filter ?? {}));
  const filter = Object.fromEntries(
    Object.entries(params.filter ?? {}).filter(([name]) => !unknown.has(name)),
  );
  const { signal, meta } = params;
  const read = async (at: number, cursor: string | undefined) => {
    const query = { page: at, take: perPage, ...sorting, ...wireFilters(filter), cursor };
    return (await send(addressOf(route, {}, query), { method: 'GET', signal })) as PageAnswer;
  };
  if (meta?.pages) {
    const { readPages } = await import('./continuedPages.ts');
    const { last, ...answer } = await readPages({ first: number, pages: meta.pages, signal }, read);
    cursors.keep(key, last);
    return answer;
  }
  const answer = await read(number, cursors.leadingTo(key, number));
  cursors.keep(key, answer.paginator);
  return answer;
}

/** Resources that no other back end has: configuration and audit. They use the simple-REST dialect under /config. */
const OWN_RESOURCES = new Set([
  'emails',
  'emails-recebidos',
  'auditoria',
  'artigos',
  'avisos-publicados',
  'respostas',
  'perfis',
  'pessoas',
  'chaves',
  'webhooks',
  'entregas',
  'quadros',
  'banners',
  'vitrines',
  'visoes',
  'relatorios-agendados',
]);

const isOwnResource = (resource: string): boolean => OWN_RESOURCES.has(resource);

let provider: Promise<DataProvider> | null = null;

/** Loaded with the first screen that needs it. */
function ownProvider(): Promise<DataProvider> {
  provider ??= import('ra-data-simple-rest').then(({ default: simpleRest }) =>
    simpleRest('/config', httpClient),
  );
  return provider;
}

/** The HTTP client required by the dialect, with the same session, headers and error handling as every other call. */
async function httpClient(address: string, options: fetchUtils.Options = {}) {
  const { method = 'GET', headers, body, signal } = options;
  const response = await exchange(address, {
    method,
    signal: signal ?? undefined,
    headers: Object.fromEntries(new Headers(headers)),
    ...(typeof body === 'string' && { body: JSON.parse(body) }),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text, json: JSON.parse(text || 'null') };
}
