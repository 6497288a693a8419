import { formatCalendarDate } from '../../../../contract/rules/calendarDate.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import type { Invoice } from '../../../../contract/sac/invoices.ts';
import { Money } from '../../../ui/components/display/Money.tsx';
import { useValueDecimals } from '../../../ui/shell/useDecimals.ts';

/** 'NF 123456' with date, items, value and carrier below. */
export function InvoiceFacts({ invoice }: { invoice: Invoice }) {
  const decimals = useValueDecimals();
  const { numNf, dtSai, qtdeIt, vlTot, transportadora, titulos = [] } = invoice;
  return (
    <span className="what">
      <span>
        <strong>NF {numNf}</strong> · {formatCalendarDate(dtSai)} ·{' '}
        <Money value={vlTot} decimals={decimals} />
      </span>
      <span className="second">
        {[formatCount(qtdeIt, 'item', 'itens'), transportadora?.razSoc].filter(Boolean).join(' · ')}
      </span>
      {titulos.length > 0 && (
        <span className="second">
          {titulos.map(({ nro, dtVenc, valor }) => (
            <span key={nro} style={{ display: 'block' }}>
              Título {nro}, vence em {formatCalendarDate(dtVenc)}: <Money value={valor} decimals={decimals} />
            </span>
          ))}
        </span>
      )}
    </span>
  );
}
