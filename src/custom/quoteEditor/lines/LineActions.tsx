import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import type { CartItem } from '../../../../contract/callcenter/quoteShapes.ts';
import { rowOf } from '../../../../contract/catalogs/catalog.ts';
import { negotiationStatus } from '../../../../contract/catalogs/orderStatus.ts';
import { formatMoney } from '../../../../contract/rules/format.ts';
import { formatQuantity } from '../../../../contract/rules/quantity.ts';
import { FINGER } from '../../../ui/theme/controls.ts';
import { Unfold } from '../Folded.tsx';

/** Class of the actions that are visible on hover, on focus, and always on touch devices. */
export const ACTIONS = 'line-actions';

interface LineActionsProps {
  bonus: boolean;
  open: boolean;
  onOpen: (open: boolean) => void;
  disabled: boolean;
  onBonus: () => void;
  onNegotiate: (() => void) | undefined;
  mix: ReactNode;
}

/**
 * Overlays the end of the name, so that it does not make the line taller; never covers anything that can be pressed below it.
 */
export const LineActions = (props: LineActionsProps) => (
  <Box
    className={ACTIONS}
    sx={({ vars: { palette } }) => ({
      display: 'flex',
      alignItems: 'center',
      position: { sm: 'absolute' },
      right: { sm: 0 },
      top: { sm: -4 },
      // At most as wide as the narrowest name.
      '& .MuiButton-root': { px: 1, minWidth: 0, fontSize: 12, whiteSpace: 'nowrap' },
      [FINGER]: { position: 'static' },
      backgroundColor: palette.background.paper,
      borderRadius: 1,
    })}
  >
    {props.onNegotiate && (
      <Button size="small" onClick={props.onNegotiate}>
        Negociar preço
      </Button>
    )}
    <Button size="small" disabled={props.disabled} onClick={props.onBonus}>
      {props.bonus ? 'Cobrar o item' : 'Bonificar'}
    </Button>
    {props.mix}
    <Unfold name="Detalhes" open={props.open} onChange={props.onOpen} />
  </Box>
);

interface LowLineProps {
  item: CartItem;
  open: boolean;
  onChange: (open: boolean) => void;
}

export const ONE_LINE = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

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
