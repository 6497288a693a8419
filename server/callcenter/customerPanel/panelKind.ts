import { changesBetween } from '../../../contract/rules/definitions/changes.ts';
import type { PanelDefinition } from '../../../contract/rules/panel/panelDefinition.ts';
import { panelProblems } from '../../../contract/rules/panel/panelProblems.ts';
import { panelWords } from '../../../contract/rules/panel/panelWords.ts';
import type { Content, KindRules } from '../../config/definitions/kind.ts';

const asPanel = (content: Content) => content as unknown as PanelDefinition;

/** Panels (schemas/panels): tabs, their order and groups, and who sees them. */
export const panelKind: KindRules = {
  kind: 'panels',
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async (content) => panelProblems(asPanel(content)),
  changes: (before, after) => changesBetween(before, after, panelWords),
  dependents: async () => [{ tipo: 'Tela', nome: 'Painel do cliente', quantos: 1 }],
  whyNotArchived: async () => 'O painel do cliente é desenhado por ela. Oculte as abas que não quer.',
};
