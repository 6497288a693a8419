import { isPositive } from '../../../../contract/rules/decimal.ts';
import { formatQuantity } from '../../../../contract/rules/quantity.ts';
import type { InvoiceProduct } from '../../../../contract/sac/invoices.ts';
import { inWords } from '../../../dataProvider/inWords.ts';
import { Money } from '../../../ui/components/display/Money.tsx';
import { useValueDecimals } from '../../../ui/shell/useDecimals.ts';
import { ProductImage } from '../steps/ProductImage.tsx';

/** What an invoice says of a product, and what is left of it to return. */
export function LineFacts({ product }: { product: InvoiceProduct }) {
  const decimals = useValueDecimals();
  const { idExibicao, descNF, marca, valor_unitario, unidade } = product;
  const taken: [string, string][] = [
    ['Comprado', product.qtd_comprada],
    ['devolvido', product.qtd_devolvida],
    [inWords('em outros tickets'), product.qtd_em_tickets],
    ['disponível', product.qtd],
  ];
  const shown = taken.filter(
    ([label, value]) => label === 'Comprado' || label === 'disponível' || isPositive(value),
  );
  return (
    <div className="facts">
      <ProductImage id={product.idImagem} />
      <span className="what">
        <span>
          {idExibicao} - {descNF}
        </span>
        <span className="second">
          {marca && `${marca} · `}
          <Money value={valor_unitario} decimals={decimals} /> / {unidade} ·{' '}
          {shown.map(([label, value]) => `${label} ${formatQuantity(value)}`).join(', ')}
        </span>
      </span>
    </div>
  );
}
