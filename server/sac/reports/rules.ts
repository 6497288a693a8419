import { changesBetween } from '../../../contract/rules/definitions/changes.ts';
import type { DefinitionProblem } from '../../../contract/rules/definitions/definition.ts';
import type { FileProblem } from '../../../contract/rules/fileProblem.ts';
import type { ReportDefinition } from '../../../contract/rules/reports/report.ts';
import { reportProblems } from '../../../contract/rules/reports/reportProblems.ts';
import { reportWords } from '../../../contract/rules/reports/reportWords.ts';
import type { KindRules } from '../../config/definitions/kind.ts';

const wrong = ({ pointer, message }: FileProblem): DefinitionProblem => ({
  pointer,
  message,
  severity: 'ERRO',
});

export const reportKind: KindRules = {
  kind: 'reports',
  keyOf: (content) => String(content.id ?? ''),
  titleOf: (content) => String(content.titulo ?? ''),
  descriptionOf: (content) => String(content.descricao ?? ''),
  problems: async (content) => reportProblems(content as unknown as ReportDefinition).map(wrong),
  changes: (before, after) => changesBetween(before, after, reportWords),
  dependents: async () => [],
};
