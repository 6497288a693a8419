import type { Problem } from '#contract/config/definitions.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import type { Step } from '../jsonPointer.ts';

/** Props shared by the parts of the editor. */
export interface PieceProps {
  report: ReportDefinition;
  /** Sets the value at a path; `undefined` removes the key. */
  set: (path: readonly Step[], value: unknown) => void;
  problems: readonly Problem[];
  readOnly: boolean;
}
