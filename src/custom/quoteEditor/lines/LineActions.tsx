import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { FINGER } from '../../../ui/theme/controls.ts';
import { Unfold } from '../Folded.tsx';

/** Of what shows under the pointer, with the focus, and always where fingers press. */
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

/** They lie over the end of the name, so that the line is no higher for them; never over what can be pressed below it. */
export const LineActions = (props: LineActionsProps) => (
  <Box
    className={ACTIONS}
    sx={({ vars: { palette } }) => ({
      display: 'flex',
      alignItems: 'center',
      position: { sm: 'absolute' },
      right: { sm: 0 },
      top: { sm: -4 },
      // No wider than the narrowest name.
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
