import { changesBetween } from '#contract/rules/definitions/changes.ts';
import type { DefinitionKind } from '#contract/rules/definitions/definition.ts';
import { contentOf } from '#contract/rules/definitions/definitionContent.ts';
import { mailWords } from '#contract/rules/definitions/kindLabels.ts';
import { FIELD_ENTITIES } from '#contract/rules/fields/extraField.ts';
import { fieldsInUse } from '#contract/rules/fields/fieldValues.ts';
import {
  addedFieldUses,
  addedPlaceholders,
  isStandardMail,
  mailTemplateProblems,
} from '#contract/rules/mails/mailTemplate.ts';
import { panelProblems, panelWords, typeOfTab } from '#contract/rules/panel/panelDefinition.ts';
import { companyRuleKind } from '../../companyRules/rules.ts';
import { customTypeKind } from '../../records/custom/rules.ts';
import { dashboardKind } from '../../sac/dashboardPages/rules.ts';
import { registrationKind } from '../../sac/registration/rules.ts';
import { reportKind } from '../../sac/reports/rules.ts';
import { extraFieldsWith } from '../fields/queries.ts';
import { fieldsKind } from '../fields/rules.ts';
import { flowKind } from '../flows/rules.ts';
import { wordsKind } from '../words/rules.ts';
import type { KindDeps, KindRules } from './rules.ts';

/** Panels (schemas/panels): tabs, their order and groups, and who sees them. */
const panelKind: KindRules = {
  kind: 'panels',
  readsDatabase: false,
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async (content) => panelProblems(contentOf('panels', content)),
  uses: async (content) =>
    contentOf('panels', content).abas.flatMap(({ chave }, index) => {
      const key = typeOfTab(chave);
      return key === null
        ? []
        : [{ kind: 'records', key, field: '', value: '', pointer: `/abas/${index}/chave` }];
    }),
  changes: (before, after) => changesBetween(before, after, panelWords),
  dependents: async () => [{ tipo: 'Tela', nome: 'Painel do cliente', quantos: 1, impede: true }],
  whyNotArchived: async () => 'O painel do cliente é desenhado por ela. Oculte as abas que não quer.',
};

/** The fields that administrators added to tickets and customers, as e-mails name them. */
const namesOfFields = async ({ db, arriving }: KindDeps): Promise<string[]> =>
  (
    await Promise.all(
      FIELD_ENTITIES.map(async (entity) =>
        addedPlaceholders(
          entity,
          fieldsInUse((await extraFieldsWith(db, entity, arriving)) ?? { campos: [] }),
        ),
      ),
    )
  ).flatMap((fields) => fields.map(({ nome }) => nome));

/** E-mails about tickets (schemas/mails): the frame and its contents. */
const mailKind: KindRules = {
  kind: 'mails',
  readsDatabase: true,
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async (content, deps) =>
    mailTemplateProblems(contentOf('mails', content), deps && (await namesOfFields(deps))),
  uses: async (content) =>
    addedFieldUses(contentOf('mails', content)).map((use) => ({ kind: 'fields', value: '', ...use })),
  changes: (before, after) => changesBetween(before, after, mailWords),
  // Rules and macros name it as a whole.
  offers: () => ({ fields: new Map() }),
  dependents: async (_db, key) =>
    isStandardMail(key) ? [{ tipo: 'E-mails', nome: 'Avisos de tickets', quantos: 1, impede: true }] : [],
  whyNotArchived: async (_db, key) =>
    isStandardMail(key)
      ? 'Os e-mails dos tickets são escritos por ele. Para não enviar nenhum, desligue os avisos em Parâmetros.'
      : null,
};

const rules: Record<DefinitionKind, KindRules> = {
  reports: reportKind,
  fields: fieldsKind,
  registration: registrationKind,
  flows: flowKind,
  panels: panelKind,
  records: customTypeKind,
  mails: mailKind,
  rules: companyRuleKind,
  dashboards: dashboardKind,
  words: wordsKind,
};

export const kindRules = (kind: DefinitionKind): KindRules => rules[kind];
