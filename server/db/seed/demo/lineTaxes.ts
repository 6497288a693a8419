import type { invoiceItems, LineTaxes } from '../../tables/index.ts';

type Charged = Pick<
  typeof invoiceItems.$inferInsert,
  'unitPriceNoTax' | 'taxes' | 'priceTable' | 'integrationNote'
>;

interface Sold {
  lineId: number;
  productId: number;
  /** Taxes included. */
  cents: number;
  purchased: number;
}

const IPI = [0, 3.25, 5, 0, 9.75];
const ST = [0, 8.4, 0, 12.15, 0, 0];
const ICMS = [18, 12, 7];
const PRICE_TABLES = ['Tabela Varejo', 'Tabela Atacado', 'Tabela Varejo', 'Promoção do mês'];
const COMPLAINTS = [
  'NCM divergente do cadastro da integradora.',
  'Preço abaixo da tabela vigente na integração.',
  'CFOP ajustado automaticamente pela integradora.',
];

/**
 * What the invoice says of a line beside its price. It follows from the numbers of line and product and draws no
 * chance, so that the rest of the company stays as it was. IPI, ST and STSN come on top of the price without tax;
 * ICMS is inside of it.
 */
export function chargedOn({ lineId, productId, cents, purchased }: Sold): Charged {
  const ipi = at(IPI, productId);
  const substituted = at(ST, productId);
  // A seller under the simplified regime has the substitution under a name of its own.
  const simple = substituted > 0 && lineId % 7 === 0;
  const price = cents / 100 / (1 + (ipi + substituted) / 100);
  const base = price * purchased;
  const taxes: LineTaxes = {
    ...(ipi > 0 && { ipi: tax(ipi, base) }),
    ...(substituted > 0 && { [simple ? 'stsn' : 'st']: tax(substituted, base) }),
    icms: tax(at(ICMS, lineId), base),
    ...(lineId % 9 === 0 && { icmsPartilha: tax(4, base) }),
  };
  return {
    unitPriceNoTax: price.toFixed(4),
    taxes,
    priceTable: at(PRICE_TABLES, lineId),
    integrationNote: lineId % 23 === 0 ? at(COMPLAINTS, lineId) : '',
  };
}

const tax = (percent: number, base: number) => ({
  perc: String(percent),
  valor: ((base * percent) / 100).toFixed(2),
});

const at = <T>(from: readonly T[], number: number): T => from[number % from.length] as T;
