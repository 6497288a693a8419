import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  type DataProvider,
  type GetListParams,
  type GetListResult,
  type Identifier,
  type RaRecord,
  useDataProvider,
} from 'ra-core';
import { useEffect, useState } from 'react';
import { personType } from '../../../contract/catalogs/personType.ts';
import { branchListChannel, LIST_EVENTS, type LiveList, listChannel } from '../../../contract/realtime.ts';
import { currentLoad } from '../../dataProvider/session.ts';
import { gathered } from './gathered.ts';
import { live } from './live.ts';
import { idsThatLeft, mergeRows } from './mergeRows.ts';

/** However busy the desk is, the list is read again no more often than this. */
const GATHERED_MS = 1_500;

interface News {
  /** Of which list: other filters or another page have none. */
  key: string;
  ids: Identifier[];
}

/**
 * Keeps the rows that the list shows as they are now, each in its place. How many others have come meanwhile
 * is answered, and left to the person to show.
 */
export function useListLive(list: LiveList): { others: number; show: () => void } {
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const [news, setNews] = useState<News>({ key: '', ids: [] });
  useEffect(() => {
    const renew = gathered(() => {
      renewList(client, dataProvider, list, setNews).catch(() => {});
    }, GATHERED_MS);
    const listener = {
      onEvent: ({ event }: { event: string }) => void (event === LIST_EVENTS[list] && renew.call()),
      onMissed: renew.call,
    };
    const leaves = channelsOf(list).map((channel) => live.listen(channel, listener));
    return () => {
      renew.cancel();
      for (const leave of leaves) leave();
    };
  }, [client, dataProvider, list]);
  const shown = shownList(client, list);
  const others = shown && keyOf(shown) === news.key ? stillOut(client, shown, news.ids) : 0;
  const show = () => {
    setNews({ key: '', ids: [] });
    if (shown) void client.invalidateQueries({ queryKey: shown.queryKey, exact: true });
  };
  return { others, show };
}

/** Who sees every branch has one channel for all; the others one for each of theirs. */
function channelsOf(list: LiveList): string[] {
  const load = currentLoad();
  const scope = personType.find(({ value }) => value === load?.colaborador.tipo)?.scope;
  if (scope === 'TODAS_FILIAIS') return [listChannel(list)];
  return scope === 'FILIAIS' ? (load?.filiais ?? []).map(({ idFil }) => branchListChannel(list, idFil)) : [];
}

const shownList = (client: QueryClient, list: LiveList): Query | undefined =>
  client.getQueryCache().findAll({ queryKey: [list, 'getList'], type: 'active' })[0];

/** The list may have been read anew for another reason, and show them by now. */
function stillOut(client: QueryClient, { queryKey }: Query, ids: readonly Identifier[]): number {
  const rows = client.getQueryData<GetListResult>(queryKey)?.data ?? [];
  return ids.filter((id) => !rows.some((row) => row.id === id)).length;
}

const keyOf = ({ queryKey }: Query) => JSON.stringify(queryKey);

async function renewList(
  client: QueryClient,
  dataProvider: DataProvider,
  list: LiveList,
  tell: (news: News) => void,
) {
  const shown = shownList(client, list);
  // A page that nobody looks at is renewed when it is looked at.
  if (!shown || document.hidden) return;
  const params = shown.queryKey[2] as GetListParams;
  const fresh: GetListResult = await dataProvider.getList(list, params);
  const rowsNow = () => client.getQueryData<GetListResult>(shown.queryKey)?.data ?? [];
  const left = await whatBecameOf(dataProvider, list, idsThatLeft<RaRecord>(rowsNow(), fresh.data));
  const before = client.getQueryData<GetListResult>(shown.queryKey);
  if (!before) return;
  const { rows, others } = mergeRows<RaRecord>(before.data, fresh.data, left);
  client.setQueryData<GetListResult>(shown.queryKey, { ...before, data: rows });
  // Beyond the first page rows only move down: none of them is new.
  tell({ key: keyOf(shown), ids: (params.pagination?.page ?? 1) === 1 ? others : [] });
}

/** How a list is asked for rows by their ids, whatever they have become. */
const BY_IDS: Partial<Record<LiveList, (ids: Identifier[]) => object>> = {
  negociacoes: (ids) => ({ ids, status: 'TODOS' }),
};
const MOST_ASKED = 100;

/** Rows that left the list because somebody dealt with them, or that newer ones have moved to the next page. */
async function whatBecameOf(
  dataProvider: DataProvider,
  list: LiveList,
  ids: Identifier[],
): Promise<RaRecord[]> {
  const filterOf = BY_IDS[list];
  if (!filterOf || ids.length === 0) return [];
  const pagination = { page: 1, perPage: MOST_ASKED };
  const filter = filterOf(ids.slice(0, MOST_ASKED));
  return (await dataProvider.getList(list, { filter, pagination })).data;
}
