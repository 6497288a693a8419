import CardGiftcardOutlined from '@mui/icons-material/CardGiftcardOutlined';
import HandshakeOutlined from '@mui/icons-material/HandshakeOutlined';
import PaidOutlined from '@mui/icons-material/PaidOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import { visuallyHidden } from '@mui/utils';
import type { ReactNode } from 'react';
import type { CartItem } from '#contract/callcenter/quotes/quoteShapes.ts';
import { rowOf } from '#contract/catalogs/catalog.ts';
import { negotiationStatus } from '#contract/catalogs/orderStatus.ts';
import { formatMoney } from '#contract/rules/format.ts';
import { unitPriceText } from '#contract/rules/orders/unitPrice.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { FINGER } from '#ui/theme/controls.ts';
import { DisclosureButton } from '../CollapsibleSection.tsx';

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

/** Where the actions overlay the name; fingers get them as words, on a row of their own. */
const MOUSE = '@media (min-width: 600px) and (pointer: fine)';

/** A product cell where the words of the actions would cover the name. */
export const NARROW = '@container (max-width: 340px)';

/**
 * Overlays the end of the name without making the line taller, and never covers anything clickable below it. In a narrow cell
 * the actions are icons at the end of the name's second row: the product stays readable while its price is typed.
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
      '& .MuiButton-root': { px: 1, minWidth: 0, fontSize: 12, whiteSpace: 'nowrap' },
      '& .MuiButton-startIcon': { display: 'none' },
      [MOUSE]: {
        [NARROW]: {
          top: 12,
          // The lower edge of the first row shows through.
          background: `linear-gradient(transparent 6px, ${palette.background.paper} 6px)`,
          '& .MuiButton-root, & .MuiIconButton-root': { width: 24, height: 24, minHeight: 24, p: 0 },
          '& .MuiButton-root .word': visuallyHidden,
          '& .MuiButton-startIcon': { display: 'flex', m: 0 },
        },
      },
      [FINGER]: { position: 'static' },
      backgroundColor: palette.background.paper,
      borderRadius: 1,
    })}
  >
    {props.onNegotiate && (
      <WordOrIcon word="Negociar preço" icon={<HandshakeOutlined />} onClick={props.onNegotiate} />
    )}
    <WordOrIcon
      word={props.bonus ? 'Cobrar o item' : 'Bonificar'}
      icon={props.bonus ? <PaidOutlined /> : <CardGiftcardOutlined />}
      disabled={props.disabled}
      onClick={props.onBonus}
    />
    {props.mix}
    <DisclosureButton name="Detalhes" open={props.open} onChange={props.onOpen} />
  </Box>
);

interface WordOrIconProps {
  word: string;
  icon: ReactNode;
  disabled?: boolean;
  onClick: () => void;
}

/** A button whose word gives way to its icon where the cell is narrow; the tooltip says it there. */
const WordOrIcon = ({ word, icon, disabled = false, onClick }: WordOrIconProps) => (
  <Button size="small" startIcon={icon} disabled={disabled} title={word} onClick={onClick}>
    <span className="word">{word}</span>
  </Button>
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
        {formatQuantity(item.qtde)} × {unitPriceText(item.preco)}
        {item.negociacao && ` · preço ${rowOf(negotiationStatus, item.negociacao).label.toLowerCase()}`}
        {item.bonificado && ' · bonificado'}
      </span>
      <Box component="span" sx={{ fontWeight: 600, color: 'text.primary' }}>
        {formatMoney(item.vlTot, 2)}
      </Box>
    </Box>
  </ButtonBase>
);
