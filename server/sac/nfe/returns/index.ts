import { invoicePaperRoutes } from '#contract/sac/invoicePapers.ts';
import { implement } from '#server/implement.ts';
import { assignReturn } from './assignReturn.ts';
import { invoicePapers } from './invoicePapers.ts';

export const invoicePaperImplementation = implement(invoicePaperRoutes, {
  list: invoicePapers,
  assign: assignReturn,
});
