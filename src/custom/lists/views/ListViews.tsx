import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { SavedView, ViewedList } from '../../../../contract/config/savedViews.ts';
import { useViews } from './useViews.ts';
import { ViewMenu } from './ViewMenu.tsx';
import { ViewTabs } from './ViewTabs.tsx';
import { columnsOf, type ListState, valuesOf } from './viewContent.ts';

interface ListViewsProps {
  list: ViewedList;
  state: ListState;
  onApply: (state: Partial<ListState>) => void;
  /** Where the menu goes: among the tools at the end of the bar. */
  tools: HTMLElement | null;
}

/** Tabs above the list, and their menu in its bar. */
export function ListViews({ list, state, onApply, tools }: ListViewsProps): ReactNode {
  const [before] = useState(state.columns);
  const apply = ({ conteudo }: SavedView) =>
    onApply({
      values: valuesOf(conteudo),
      columns: columnsOf(conteudo) ?? before,
      ...(conteudo.ordem && { sort: { field: conteudo.ordem.campo, order: conteudo.ordem.direcao } }),
      ...(conteudo.porPagina && { perPage: conteudo.porPagina }),
    });
  const views = useViews(list, apply);
  return (
    <>
      <ViewTabs views={views} state={state} onNone={() => onApply({ values: {} })} />
      {tools && createPortal(<ViewMenu list={list} views={views} state={state} />, tools)}
    </>
  );
}
