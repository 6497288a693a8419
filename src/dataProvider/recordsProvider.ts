import type { DataProvider, GetListParams, RaRecord } from 'ra-core';
import { type RecordKey, recordRoutes, type StoredRecord } from '#contract/records/routes/records.ts';
import { call, commandOf } from './call.ts';
import { readPages } from './continuedPages.ts';
import { PageCursors } from './pageCursors.ts';
import { GROUPED_BY } from './resources.ts';

/** Extracts the record type from a resource name such as `cadastros/filiais`. */
const chaveOf = (resource: string) => resource.slice(resource.indexOf('/') + 1) as RecordKey;

const MAX_PAGE_SIZE = 100;

/**
 * react-admin's data provider for every record type, so that `useGetList`, `useCreate`, references and any react-admin add-on
 * work for all of them.
 */
export const recordsProvider: DataProvider = {
  async getList(resource, params) {
    const { itens, paginator } = await readPage(resource, params);
    return { data: itens as never, total: paginator.total, meta: paginator };
  },
  async getOne(resource, { id, signal }) {
    const { data } = await call(
      recordRoutes.get,
      { params: { chave: chaveOf(resource), id: Number(id) } },
      withSignal(signal),
    );
    return { data: data as never };
  },
  async getMany(resource, { ids, signal }) {
    const found: StoredRecord[] = [];
    for (let from = 0; from < ids.length; from += MAX_PAGE_SIZE) {
      const filter = { id: ids.slice(from, from + MAX_PAGE_SIZE).map(Number) };
      const { itens } = await readPage(resource, {
        filter,
        pagination: { page: 1, perPage: MAX_PAGE_SIZE },
        signal,
      });
      found.push(...(itens as StoredRecord[]));
    }
    return { data: found as never };
  },
  getManyReference: (resource, { target, id, filter, ...params }) =>
    recordsProvider.getList(resource, { ...params, filter: { ...filter, [target]: id } }),
  async create(resource, { data }) {
    const answer = await commandOf(`${resource}.create`)(recordRoutes.create, {
      params: { chave: chaveOf(resource) },
      body: { dados: fieldsOf(data) },
    });
    return recordsProvider.getOne(resource, { id: answer.data.id ?? 0 }) as never;
  },
  async update(resource, { id, data, previousData }) {
    const versao = (data.versao ?? previousData?.versao) as number | undefined;
    await commandOf(`${resource}.update`)(recordRoutes.update, {
      params: { chave: chaveOf(resource), id: Number(id) },
      body: { dados: fieldsOf(data), ...(versao !== undefined && { versao }) },
    });
    return recordsProvider.getOne(resource, { id });
  },
  async updateMany(resource, { ids, data }) {
    const { linhas } = await commandOf(`${resource}.updateMany`)(recordRoutes.updateMany, {
      params: { chave: chaveOf(resource) },
      body: { ids: ids.map(Number), dados: fieldsOf(data) },
    });
    return { data: linhas.filter(({ resultado }) => resultado !== 'recusado').map(({ id }) => id as never) };
  },
  async delete(resource, { id, previousData }) {
    await call(recordRoutes.remove, {
      params: { chave: chaveOf(resource), id: Number(id) },
      query: previousData?.versao === undefined ? {} : { versao: Number(previousData.versao) },
    });
    return { data: (previousData ?? { id }) as never };
  },
  async deleteMany(resource, { ids }) {
    for (const id of ids) await recordsProvider.delete(resource, { id } as never);
    return { data: ids };
  },
};

const cursors = new PageCursors();

/** The filters of the address as the calls of records take them: one text for the fields, the rest by name. */
export function recordQuery(values: object) {
  const { q, no_grupo: groups, [GROUPED_BY]: _by, ...filter } = values as Readonly<Record<string, unknown>>;
  return {
    ...(typeof q === 'string' && { q }),
    ...(groups !== undefined && { no_grupo: [groups].flat().map(String) }),
    ...(Object.keys(filter).length > 0 && { filtro: JSON.stringify(filter) }),
  };
}

const readPage = async (resource: string, params: Partial<GetListParams>) => {
  const { page = 1, perPage = 25 } = params.pagination ?? {};
  const { field, order } = params.sort ?? {};
  const key = JSON.stringify([resource, params.filter, params.sort, perPage]);
  const { signal, meta } = params;
  const read = (at: number, cursor: string | undefined) =>
    call(
      recordRoutes.list,
      {
        params: { chave: chaveOf(resource) },
        query: {
          page: at,
          ...(cursor && { cursor }),
          take: Math.min(perPage, MAX_PAGE_SIZE),
          ...recordQuery(params.filter ?? {}),
          ...(field && { orderBy: field, direction: order ?? 'ASC' }),
        },
      },
      withSignal(signal),
    );
  if (meta?.pages) {
    const { last, ...answer } = await readPages({ first: page, pages: meta.pages, signal }, read);
    cursors.keep(key, last);
    return answer;
  }
  const answer = await read(page, cursors.leadingTo(key, page));
  cursors.keep(key, answer.paginator);
  return answer;
};

/** A record's identity and metadata are not among its fields. */
const fieldsOf = ({ id: _id, versao: _versao, rotulos: _rotulos, ...fields }: Partial<RaRecord>) =>
  fields as Record<string, unknown>;

const withSignal = (signal: AbortSignal | undefined) => (signal ? { signal } : {});
