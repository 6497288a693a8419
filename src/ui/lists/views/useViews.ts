import { useQueryClient } from '@tanstack/react-query';
import { useNotify } from 'ra-core';
import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { type SavedView, savedViewRoutes, type ViewedList } from '../../../../contract/config/savedViews.ts';
import { call } from '../../../dataProvider/call.ts';
import { routeKey, useRoute } from '../../../dataProvider/useRoute.ts';
import { errorText } from '../../shell/errorText.ts';
import { rememberViews } from './viewContent.ts';

/** The view that this tab works with, and whether its list was opened before: both go with the person. */
const keysOf = (list: ViewedList) => ({
  current: `${list.toUpperCase()}.visao`,
  opened: `${list.toUpperCase()}.aberta`,
});

/** The views of the list, the one that is worked with, and what can be done with them. */
export function useViews(list: ViewedList, apply: (view: SavedView) => void) {
  const keys = keysOf(list);
  const client = useQueryClient();
  const notify = useNotify();
  const { data: views } = useRoute(savedViewRoutes.list, { query: { lista: list } });
  const [currentId, setCurrentId] = useState(() => Number(sessionStorage.getItem(keys.current)) || null);
  const choose = (id: number | null) => {
    sessionStorage.setItem(keys.current, String(id ?? ''));
    setCurrentId(id);
  };
  const open = (view: SavedView) => {
    choose(view.id);
    apply(view);
  };
  useOpening(views, open, keys.opened);
  useEffect(() => {
    if (views) rememberViews(list, views.length > 0);
  }, [list, views]);
  /** Says what came of it; answers whether it went well. */
  const change = async <A>(work: Promise<A>, message: string): Promise<A | null> => {
    try {
      const answer = await work;
      notify(message, { type: 'success' });
      return answer;
    } catch (error) {
      notify(errorText(error), { type: 'error' });
      return null;
    } finally {
      await client.invalidateQueries({ queryKey: routeKey(savedViewRoutes.list) });
    }
  };
  return {
    views: views ?? [],
    current: views?.find(({ id }) => id === currentId) ?? null,
    open,
    choose,
    update: (view: SavedView, body: Parameters<typeof updateCall>[1], message: string) =>
      change(updateCall(view, body), message),
    remove: (view: SavedView) =>
      change(
        call(savedViewRoutes.remove, { params: { idVisao: view.id } }),
        `Visão "${view.nome}" excluída.`,
      ),
    setDefault: (view: SavedView | null) =>
      change(
        call(savedViewRoutes.setDefault, { body: { lista: list, idVisao: view?.id ?? null } }),
        view ? `A lista passa a abrir com "${view.nome}".` : 'A lista passa a abrir sem visão.',
      ),
  };
}

export type Views = ReturnType<typeof useViews>;

const updateCall = (
  view: SavedView,
  body: { nome?: string; equipe?: boolean; conteudo?: SavedView['conteudo'] },
) => call(savedViewRoutes.update, { params: { idVisao: view.id }, body: { ...body, versao: view.versao } });

/** A tab opens its list with the person's view, unless the address already says what is wanted. */
function useOpening(
  views: readonly SavedView[] | undefined,
  open: (view: SavedView) => void,
  opened: string,
) {
  const { search } = useLocation();
  const [asked] = useState(() => search !== '');
  useEffect(() => {
    if (!views || sessionStorage.getItem(opened)) return;
    sessionStorage.setItem(opened, '1');
    const own = views.find(({ padrao }) => padrao);
    if (own && !asked) open(own);
  });
}
