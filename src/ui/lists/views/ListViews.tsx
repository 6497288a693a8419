import { type ReactNode, useState } from 'react';
import { createPortal } from 'react-dom';
import type { SavedView, ViewedList } from '../../../../contract/config/savedViews.ts';
import type { Filter } from '../../components/FilterBar/filters.ts';
import { useViews } from './useViews.ts';
import { ViewMenu } from './ViewMenu.tsx';
import { ViewTabs } from './ViewTabs.tsx';
import { columnsOf, type ListState, valuesOf } from './viewContent.ts';

interface ListViewsProps {
  list: ViewedList;
  state: ListState;
  /** The list's filters, which say what of a view is one value and what a list of them. */
  filters: readonly Filter[];
  onApply: (state: Partial<ListState>) => void;
  /** Where the menu goes: among the tools at the end of the bar. */
  tools: HTMLElement | null;
}

/** Tabs above the list, and their menu in its bar. */
export function ListViews({ list, state, filters, onApply, tools }: ListViewsProps): ReactNode {
  const [before] = useState(state.columns);
  const apply = ({ conteudo }: SavedView) =>
    onApply({
      values: valuesOf(conteudo, filters),
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
