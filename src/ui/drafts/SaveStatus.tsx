import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined';
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { localTime } from '../../../contract/rules/zonedTime.ts';
import { ownZone } from '../../dataProvider/session.ts';
import type { SavedVersion, SaveState } from './draftSaver.ts';

interface SaveStatusProps {
  state: SaveState;
  /** Required where conflicts can occur: the ways to resolve one. */
  onKeepMine?: (current: SavedVersion | null) => void;
  onTakeOther?: (current: SavedVersion) => void;
}

/** 'Rascunho salvo às 14:32', or why it is not saved. */
export function SaveStatus({ state, onKeepMine, onTakeOther }: SaveStatusProps) {
  switch (state.kind) {
    case 'none':
      return null;
    case 'saved':
      return (
        <Line icon={<CloudDoneOutlined fontSize="small" />}>
          Rascunho salvo às {localTime(state.at, ownZone())}
        </Line>
      );
    case 'failed':
      return (
        <Line icon={<CloudOffOutlined fontSize="small" />} problem>
          {state.why ? `Rascunho não salvo: ${state.why}` : 'Rascunho ainda não salvo. Tentando de novo…'}
        </Line>
      );
    case 'conflict':
      return (
        <Line icon={<CloudOffOutlined fontSize="small" />} problem>
          {state.current
            ? 'Este rascunho mudou em outra página ou aparelho.'
            : 'Este rascunho foi enviado ou descartado em outra página ou aparelho.'}
          <Button size="small" onClick={() => onKeepMine?.(state.current)}>
            Ficar com este
          </Button>
          {state.current && (
            <Button size="small" onClick={() => state.current && onTakeOther?.(state.current)}>
              Abrir o outro
            </Button>
          )}
        </Line>
      );
  }
}

interface LineProps {
  icon: ReactNode;
  problem?: boolean;
  children: ReactNode;
}

const Line = ({ icon, problem = false, children }: LineProps) => (
  <Box
    role={problem ? 'alert' : undefined}
    sx={({ vars: { palette } }) => ({
      display: 'flex',
      flexWrap: 'wrap',
      alignItems: 'center',
      columnGap: 1.5,
      fontSize: 12,
      color: problem ? palette.actions.perigo.text : palette.components.textoSecundario,
    })}
  >
    {icon}
    {children}
  </Box>
);
