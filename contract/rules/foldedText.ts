/** Folds case and accents and trims blanks, as `fold_text` does in the database, to compare text written by people. */
export const foldedText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
