import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { Unfold } from './Unfold.tsx';

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

/** They lie over the end of the second row of the name, so that the line is no higher for them. */
export const LineActions = (props: LineActionsProps) => (
  <Box
    className={ACTIONS}
    sx={({ vars: { palette } }) => ({
      display: 'flex',
      alignItems: 'center',
      position: { sm: 'absolute' },
      right: { sm: 0 },
      bottom: { sm: 0 },
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
