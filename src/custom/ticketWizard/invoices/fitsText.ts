import { foldedText } from '../../../../contract/rules/foldedText.ts';
import type { InvoiceProduct } from '../../../../contract/sac/invoices.ts';

/** Whether each word stands somewhere in code, description or brand, without accents. */
export function fitsText({ idExibicao, descNF, marca }: InvoiceProduct, text: string): boolean {
  const place = foldedText(`${idExibicao} ${descNF} ${marca}`);
  return foldedText(text)
    .split(/\s+/)
    .every((word) => place.includes(word));
}
