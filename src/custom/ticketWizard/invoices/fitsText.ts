import type { InvoiceProduct } from '../../../../contract/sac/invoices.ts';

/** Whether each word stands somewhere in code, description or brand, without accents. */
export function fitsText({ idExibicao, descNF, marca }: InvoiceProduct, text: string): boolean {
  const place = fold(`${idExibicao} ${descNF} ${marca}`);
  return fold(text)
    .split(/\s+/)
    .every((word) => place.includes(word));
}

const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
