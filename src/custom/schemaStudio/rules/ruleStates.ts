import { type CatalogRow, catalogOf } from '#contract/catalogs/catalog.ts';
import {
  RULE_MODE_NAMES,
  RUN_STATE_NAMES,
  type RuleMode,
  type RunState,
} from '#contract/rules/companyRules/companyRule.ts';

/** What a rule does, as a chip. */
export const ruleMode = catalogOf<CatalogRow<RuleMode>>()([
  { value: 'LIGADA', label: RULE_MODE_NAMES.LIGADA, color: 'sucesso', icon: 'CheckCircle' },
  { value: 'SO_REGISTRA', label: RULE_MODE_NAMES.SO_REGISTRA, color: 'aviso', icon: 'Description' },
  { value: 'DESLIGADA', label: RULE_MODE_NAMES.DESLIGADA, color: 'secundaria', icon: 'Cancel' },
]);

/** What became of an event, as a chip. */
export const runState = catalogOf<CatalogRow<RunState>>()([
  { value: 'FEITO', label: RUN_STATE_NAMES.FEITO, color: 'sucesso', icon: 'CheckCircle' },
  { value: 'ERRO', label: RUN_STATE_NAMES.ERRO, color: 'perigo', icon: 'ReportProblem' },
  { value: 'SO_REGISTROU', label: RUN_STATE_NAMES.SO_REGISTROU, color: 'aviso', icon: 'Description' },
  { value: 'ESPERANDO', label: RUN_STATE_NAMES.ESPERANDO, color: 'informacao', icon: 'HourglassEmpty' },
  { value: 'NA_FILA', label: RUN_STATE_NAMES.NA_FILA, color: 'informacao', icon: 'Pending' },
  { value: 'IGNORADO', label: RUN_STATE_NAMES.IGNORADO, color: 'secundaria', icon: 'Block' },
]);
