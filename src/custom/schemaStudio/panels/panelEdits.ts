import {
  customTabOf,
  defaultTab,
  PANEL_TABS,
  type PanelDefinition,
  type PanelTabDefinition,
} from '#contract/rules/panel/panelDefinition.ts';
import type { Content } from '../editorProps.ts';
import { moved } from '../jsonPointer.ts';

export const panelOf = (content: Content): PanelDefinition => {
  const panel = content as unknown as Partial<PanelDefinition>;
  return { formato: 1, id: '', titulo: '', ...panel, grupos: panel.grupos ?? [], abas: panel.abas ?? [] };
};

const asContent = (panel: PanelDefinition): Content => ({ ...panel });

/** The tabs of a group with their index among all tabs, in the order in which the panel shows them. */
export const tabsOfGroup = ({ abas }: PanelDefinition, group: string) =>
  abas.flatMap((tab, index) => (tab.grupo === group ? [{ tab, index }] : []));

/** What an edit leaves, and where the part that was edited stands now. */
export interface Edited {
  content: Content;
  pointer: string;
}

/** A tab changes places with its neighbour in its group; at the end of the group it goes on to the next one. */
export function withTabMoved(content: Content, index: number, by: -1 | 1): Edited | null {
  const panel = panelOf(content);
  const tab = panel.abas[index];
  if (!tab) return null;
  const siblings = tabsOfGroup(panel, tab.grupo);
  const next = siblings[siblings.findIndex((one) => one.index === index) + by];
  if (next) {
    const abas = moved(panel.abas, index, next.index);
    return { content: asContent({ ...panel, abas }), pointer: `/abas/${abas.indexOf(tab)}` };
  }
  const group = panel.grupos[panel.grupos.findIndex(({ chave }) => chave === tab.grupo) + by];
  if (!group) return null;
  const other = { ...tab, grupo: group.chave };
  const rest = panel.abas.toSpliced(index, 1);
  const those = rest.flatMap((one, at) => (one.grupo === group.chave ? [at] : []));
  const at = by === 1 ? (those[0] ?? rest.length) : (those.at(-1) ?? rest.length - 1) + 1;
  return {
    content: asContent({ ...panel, abas: rest.toSpliced(at, 0, other) }),
    pointer: `/abas/${at}`,
  };
}

export function withGroupMoved(content: Content, index: number, by: -1 | 1): Edited | null {
  const panel = panelOf(content);
  if (!panel.grupos[index] || !panel.grupos[index + by]) return null;
  return {
    content: asContent({ ...panel, grupos: moved(panel.grupos, index, index + by) }),
    pointer: `/grupos/${index + by}`,
  };
}

/** The tab as it is shipped, or that of an own type, at the end of the group. */
export function withNewTab(
  content: Content,
  key: PanelTabDefinition['chave'],
  group: string,
  title: string,
): Edited {
  const panel = panelOf(content);
  const tab: PanelTabDefinition = { ...defaultTab(key, title), grupo: group };
  return {
    content: asContent({ ...panel, abas: [...panel.abas, tab] }),
    pointer: `/abas/${panel.abas.length}`,
  };
}

export function withNewGroup(content: Content): Edited {
  const panel = panelOf(content);
  const takenKeys = new Set(panel.grupos.map(({ chave }) => chave));
  let count = panel.grupos.length + 1;
  while (takenKeys.has(`grupo-${count}`)) count += 1;
  const grupos = [...panel.grupos, { chave: `grupo-${count}`, titulo: `Grupo novo ${count}` }];
  return { content: asContent({ ...panel, grupos }), pointer: `/grupos/${grupos.length - 1}` };
}

/** The neighbour in its group is selected then, so that several can be removed one after the other; else the group. */
export function withoutTab(content: Content, index: number): Edited {
  const before = panelOf(content);
  const panel = { ...before, abas: before.abas.toSpliced(index, 1) };
  const group = before.abas[index]?.grupo ?? '';
  const siblings = tabsOfGroup(panel, group);
  // What stood behind it has its index now.
  const next = siblings.find((one) => one.index >= index) ?? siblings.at(-1);
  const groupAt = panel.grupos.findIndex(({ chave }) => chave === group);
  return {
    content: asContent(panel),
    pointer: next ? `/abas/${next.index}` : groupAt >= 0 ? `/grupos/${groupAt}` : '',
  };
}

/** Only an empty group goes; the tabs of another would be nowhere. The next group is selected then. */
export function withoutGroup(content: Content, index: number): Edited | null {
  const panel = panelOf(content);
  const group = panel.grupos[index];
  if (!group || tabsOfGroup(panel, group.chave).length > 0 || panel.grupos.length === 1) return null;
  const grupos = panel.grupos.toSpliced(index, 1);
  return {
    content: asContent({ ...panel, grupos }),
    pointer: `/grupos/${Math.min(index, grupos.length - 1)}`,
  };
}

interface OfferedTab {
  key: PanelTabDefinition['chave'];
  title: string;
}

/** The tabs that the panel does not have: of the console, and of own types. */
export function absentTabs(
  content: Content,
  types: readonly { chave: string; titulo: { muitos: string } }[],
): OfferedTab[] {
  const present = new Set<string>(panelOf(content).abas.map(({ chave }) => chave));
  return [
    ...PANEL_TABS.map((key): OfferedTab => ({ key, title: defaultTab(key).titulo })),
    ...types.map(({ chave, titulo }): OfferedTab => ({ key: customTabOf(chave), title: titulo.muitos })),
  ].filter(({ key }) => !present.has(key));
}
