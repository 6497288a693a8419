import { notApplicable } from '../doorTable.ts';

export const NO_IMPORT = notApplicable(
  'Tickets are not imported: what they say was asked here, or by e-mail.',
);
export const NO_SYSTEM = notApplicable(
  'Other systems hear of tickets and write none: no key has a scope for them.',
);
