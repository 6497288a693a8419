import { changesBetween } from '../../../contract/rules/definitions/changes.ts';
import type { DefinitionKind } from '../../../contract/rules/definitions/definition.ts';
import type { PanelDefinition } from '../../../contract/rules/panel/panelDefinition.ts';
import { panelProblems } from '../../../contract/rules/panel/panelProblems.ts';
import { panelWords } from '../../../contract/rules/panel/panelWords.ts';
import { customTypeKind } from '../../records/custom/rules.ts';
import { registrationKind } from '../../sac/registration/rules.ts';
import { reportKind } from '../../sac/reports/rules.ts';
import { fieldsKind } from '../fields/rules.ts';
import { flowKind } from '../flows/rules.ts';
import type { Content, KindRules } from './rules.ts';

const asPanel = (content: Content) => content as unknown as PanelDefinition;

/** Panels (schemas/panels): tabs, their order and groups, and who sees them. */
const panelKind: KindRules = {
  kind: 'panels',
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async (content) => panelProblems(asPanel(content)),
  changes: (before, after) => changesBetween(before, after, panelWords),
  dependents: async () => [{ tipo: 'Tela', nome: 'Painel do cliente', quantos: 1 }],
  whyNotArchived: async () => 'O painel do cliente é desenhado por ela. Oculte as abas que não quer.',
};

const rules: Record<DefinitionKind, KindRules> = {
  reports: reportKind,
  fields: fieldsKind,
  registration: registrationKind,
  flows: flowKind,
  panels: panelKind,
  records: customTypeKind,
};

export const kindRules = (kind: DefinitionKind): KindRules => rules[kind];
