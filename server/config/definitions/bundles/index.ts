import { definitionFileRoutes } from '#contract/config/definitionFiles.ts';
import { implement } from '../../../implement.ts';
import { bundle, bundles, publishFile } from './bundles.ts';
import { exportFile, importFile, planImport } from './exchange.ts';
import { exportParts, planExport } from './exportPlan.ts';
import { undoBundle } from './undo.ts';

/** Definitions as files, and the bundles that were published from them. */
export const definitionFileImplementation = implement(definitionFileRoutes, {
  exportFile,
  parts: exportParts,
  planExport,
  planImport,
  importFile,
  publishFile,
  bundles,
  bundle,
  undoBundle,
});
