import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { CartItem } from '../../../../contract/callcenter/quoteShapes.ts';
import { rowOf } from '../../../../contract/catalogs/catalog.ts';
import { negotiationStatus } from '../../../../contract/catalogs/orderStatus.ts';
import { formatMoney } from '../../../../contract/rules/format.ts';
import { formatQuantity } from '../../../../contract/rules/quantity.ts';

interface LowLineProps {
  item: CartItem;
  open: boolean;
  onChange: (open: boolean) => void;
}

/** Name, quantity and total of a line on a phone. */
export const LowLine = ({ item, open, onChange }: LowLineProps) => (
  <ButtonBase
    aria-expanded={open}
    onClick={() => onChange(!open)}
    sx={{ display: 'block', width: '100%', minHeight: 44, py: 0.5, textAlign: 'left' }}
  >
    <Box component="span" sx={{ display: 'block', fontWeight: 500, lineHeight: '20px', ...ONE_LINE }}>
      {item.produto.descricao}
    </Box>
    <Box
      component="span"
      sx={{ display: 'flex', gap: 2, fontSize: 12, lineHeight: '18px', color: 'text.secondary' }}
    >
      <span style={{ flex: 1 }}>
        {formatQuantity(item.qtde)} × {formatMoney(item.preco, 2)}
        {item.negociacao && ` · preço ${rowOf(negotiationStatus, item.negociacao).label.toLowerCase()}`}
        {item.bonificado && ' · bonificado'}
      </span>
      <Box component="span" sx={{ fontWeight: 600, color: 'text.primary' }}>
        {formatMoney(item.vlTot, 2)}
      </Box>
    </Box>
  </ButtonBase>
);

export const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;
