import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { CustomerNow } from '#contract/callcenter/customers/customerNow.ts';
import { everyText } from '#contract/rules/customers/purchases.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { Section } from '#ui/components/detail/Section.tsx';
import { Line, Lines } from '../../TabParts.tsx';

interface StoppedProductsProps {
  /** `undefined` while they are loading. */
  products: NonNullable<CustomerNow['compras']>['deixouDeComprar'] | undefined;
}

/** The products that the customer bought regularly and no longer buys: what to ask about. */
export const StoppedProducts = ({ products }: StoppedProductsProps) => (
  <Section title="Deixou de comprar" description="Comprava com frequência e já pulou duas compras.">
    {!products && <Skeleton height={40} />}
    {products?.length === 0 && (
      <Typography color="text.secondary">Nenhum produto comprado com frequência ficou para trás.</Typography>
    )}
    {products && products.length > 0 && (
      <Lines>
        {products.map(({ idProd, codigo, produto, ritmo, ultima }) => (
          <Line key={idProd}>
            <span className="main">
              {produto}
              <small>
                {codigo} · comprava {everyText(ritmo)}, a última vez em {formatCalendarDate(ultima)}
              </small>
            </span>
          </Line>
        ))}
      </Lines>
    )}
  </Section>
);
