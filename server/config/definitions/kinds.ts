import type { CustomTypeDefinition } from '../../../contract/records/customType.ts';
import { changesBetween } from '../../../contract/rules/definitions/changes.ts';
import type { DefinitionKind, DefinitionProblem } from '../../../contract/rules/definitions/definition.ts';
import { mailWords } from '../../../contract/rules/definitions/kindLabels.ts';
import { type MailTemplate, mailTemplateProblems } from '../../../contract/rules/mails/mailTemplate.ts';
import {
  customTabOf,
  type PanelDefinition,
  panelProblems,
  panelWords,
  typeOfTab,
} from '../../../contract/rules/panel/panelDefinition.ts';
import type { Executor } from '../../db/client.ts';
import { customTypeKind } from '../../records/custom/rules.ts';
import { registrationKind } from '../../sac/registration/rules.ts';
import { reportKind } from '../../sac/reports/rules.ts';
import { fieldsKind } from '../fields/rules.ts';
import { flowKind } from '../flows/rules.ts';
import { publishedDefinitions } from './queries.ts';
import type { Content, KindRules } from './rules.ts';

const asPanel = (content: Content) => content as unknown as PanelDefinition;

/** Panels (schemas/panels): tabs, their order and groups, and who sees them. */
const panelKind: KindRules = {
  kind: 'panels',
  readsDatabase: true,
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async (content, deps) => [
    ...panelProblems(asPanel(content)),
    ...(deps ? await unshownTabProblems(deps.db, asPanel(content)) : []),
  ],
  changes: (before, after) => changesBetween(before, after, panelWords),
  dependents: async () => [{ tipo: 'Tela', nome: 'Painel do cliente', quantos: 1 }],
  whyNotArchived: async () => 'O painel do cliente é desenhado por ela. Oculte as abas que não quer.',
};

/** Tabs of custom types that would never be shown, because the type is not published or not enabled for the panel. */
async function unshownTabProblems(db: Executor, { abas }: PanelDefinition): Promise<DefinitionProblem[]> {
  if (!abas.some(({ chave }) => typeOfTab(chave) !== null)) return [];
  const types = await publishedDefinitions<CustomTypeDefinition>(db, 'records');
  const shown = new Set<string>(
    types.flatMap(({ content }) => (content.noPainelDoCliente ? [customTabOf(content.chave)] : [])),
  );
  return abas.flatMap(({ chave }, index) =>
    typeOfTab(chave) === null || shown.has(chave)
      ? []
      : [
          {
            pointer: `/abas/${index}/chave`,
            message: `Não há cadastro próprio "${typeOfTab(chave)}" no painel do cliente: a aba não aparece.`,
            severity: 'AVISO' as const,
          },
        ],
  );
}

/** E-mails about tickets (schemas/mails): the frame and its contents. */
const mailKind: KindRules = {
  kind: 'mails',
  readsDatabase: false,
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async (content) => mailTemplateProblems(content as unknown as MailTemplate),
  changes: (before, after) => changesBetween(before, after, mailWords),
  dependents: async () => [{ tipo: 'E-mails', nome: 'Avisos de tickets', quantos: 1 }],
  whyNotArchived: async () =>
    'Os e-mails dos tickets são escritos por ele. Para não enviar nenhum, desligue os avisos em Parâmetros.',
};

const rules: Record<DefinitionKind, KindRules> = {
  reports: reportKind,
  fields: fieldsKind,
  registration: registrationKind,
  flows: flowKind,
  panels: panelKind,
  records: customTypeKind,
  mails: mailKind,
};

export const kindRules = (kind: DefinitionKind): KindRules => rules[kind];
