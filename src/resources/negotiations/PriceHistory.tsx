import { styled } from '@mui/material/styles';
import type { NegotiationDetail } from '../../../contract/callcenter/negotiations.ts';
import { negotiationStatus } from '../../../contract/catalogs/negotiationStatus.ts';
import { formatCalendarDate } from '../../../contract/rules/calendarDate.ts';
import { unitText } from '../../../contract/rules/orders/unitText.ts';
import { priceText } from '../../custom/negotiations/priceText.ts';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { StatusChip } from '../../ui/components/display/StatusChip.tsx';

/** What the customer paid for the product, and what was asked for it, before. */
export function PriceHistory({ price }: { price: NegotiationDetail }) {
  const { compras, negociacoes } = price;
  return (
    <Columns>
      <div>
        <h4>Últimas compras do cliente</h4>
        {compras.length === 0 && <p>O cliente ainda não comprou este produto.</p>}
        <ul>
          {compras.map(({ numNf, data, quantidade, unidade, preco }) => (
            <li key={`${numNf} ${data}`}>
              <span>{formatCalendarDate(data)}</span>
              <span>NF {numNf}</span>
              <span>{unitText(quantidade, unidade)}</span>
              <strong>{priceText(preco)}</strong>
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h4>Negociações anteriores</h4>
        {negociacoes.length === 0 && <p>Ninguém negociou este produto com o cliente antes.</p>}
        <ul>
          {negociacoes.map((each) => (
            <li key={each.id}>
              <RelativeDate value={each.dtHorInc} />
              <StatusChip value={each.status} catalog={negotiationStatus} />
              <span
                title={`Solicitado por ${each.solicitante}${each.decisor ? `, decidido por ${each.decisor}` : ''}`}
              >
                {each.decisor ?? each.solicitante}
              </span>
              <strong>{priceText(each.precoAutorizado ?? each.precoSolicitado)}</strong>
            </li>
          ))}
        </ul>
      </div>
    </Columns>
  );
}

const Columns = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))',
  gap: 16,
  marginTop: 12,
  '& h4': { margin: '0 0 4px', fontSize: 13, fontWeight: 600 },
  '& p': { margin: 0, fontSize: 13, color: theme.vars.palette.components.textoSecundario },
  '& ul': { listStyle: 'none', margin: 0, padding: 0, fontSize: 13 },
  '& li': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    padding: '4px 0',
    borderTop: `1px solid ${theme.vars.palette.components.linha}`,
    fontVariantNumeric: 'tabular-nums',
  },
  '& li > span:nth-of-type(n + 2)': { color: theme.vars.palette.components.textoSecundario },
  '& li strong': { marginLeft: 'auto', fontWeight: 600, whiteSpace: 'nowrap' },
}));
