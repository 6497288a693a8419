import type { CustomTypeDefinition } from '../../records/customType.ts';
import type { CompanyRule } from '../companyRules/companyRule.ts';
import type { DashboardDefinition } from '../dashboards/dashboard.ts';
import type { ExtraFieldsDefinition } from '../fields/extraField.ts';
import type { Flow } from '../flows/flow.ts';
import type { MailTemplate } from '../mails/mailTemplate.ts';
import type { PanelDefinition } from '../panel/panelDefinition.ts';
import type { RegistrationStep } from '../registration/registrationStep.ts';
import type { ReportDefinition } from '../reports/report.ts';
import type { WordsDefinition } from '../words/wordsDefinition.ts';
import type { DefinitionKind } from './definition.ts';

/** What the content of a definition is, for each kind. */
interface DefinitionContents extends Record<DefinitionKind, object> {
  reports: ReportDefinition;
  fields: ExtraFieldsDefinition;
  registration: RegistrationStep;
  flows: Flow;
  panels: PanelDefinition;
  records: CustomTypeDefinition;
  mails: MailTemplate;
  rules: CompanyRule;
  dashboards: DashboardDefinition;
  words: WordsDefinition;
}

/**
 * The content of a definition, typed by its kind. Whoever calls it has it from the database or from a form, where the kind's
 * meta-schema has accepted it: this is the one place that believes so.
 */
export const contentOf = <Kind extends DefinitionKind>(
  _kind: Kind,
  content: Readonly<Record<string, unknown>>,
): DefinitionContents[Kind] => content as never;
