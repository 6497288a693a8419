import type { NfeNote } from '#contract/rules/nfe/nfeNote.ts';

/**
 * Version of what is taken from a file into columns. Whoever takes more raises it: files that were read before are then read
 * again in the background (`readAgain.ts`). 1: signer, carrier and the unit prices of the invoice's lines.
 */
export const FILE_READING = 1;

/** What a document's row says about who carried the goods. */
export const carrierColumns = ({ carrier }: Pick<NfeNote, 'carrier'>) => ({
  carrier: carrier?.document ?? '',
  carrierName: carrier?.name ?? '',
});
