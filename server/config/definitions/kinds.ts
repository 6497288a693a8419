import type { DefinitionKind } from '../../../contract/rules/definitions/definition.ts';
import { panelKind } from '../../callcenter/customerPanel/panelKind.ts';
import { customTypeKind } from '../../records/custom/rules.ts';
import { registrationKind } from '../../sac/registration/rules.ts';
import { reportKind } from '../../sac/reports/rules.ts';
import { fieldsKind } from '../fields/rules.ts';
import { flowKind } from '../flows/rules.ts';
import type { KindRules } from './kind.ts';

const rules: Record<DefinitionKind, KindRules> = {
  reports: reportKind,
  fields: fieldsKind,
  registration: registrationKind,
  flows: flowKind,
  panels: panelKind,
  records: customTypeKind,
};

export const kindRules = (kind: DefinitionKind): KindRules => rules[kind];
