/** Case, accents and blanks around it put aside, as `fold_text` does in the database: for comparing what people wrote. */
export const foldedText = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
