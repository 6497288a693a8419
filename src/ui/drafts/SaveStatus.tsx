import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined';
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';
import { platformRoutes } from '../../../contract/config/platform.ts';
import { localTime } from '../../../contract/rules/zonedTime.ts';
import { ownZone } from '../../dataProvider/session.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import type { SavedVersion, SaveState } from './draftSaver.ts';

interface SaveStatusProps {
  state: SaveState;
  /** Required where conflicts can occur. */
  conflicts?: ConflictChoices;
}

/** The ways to resolve a conflict. */
export interface ConflictChoices {
  /** The draft's name on the server. */
  objeto: string;
  onKeepMine: (current: SavedVersion | null) => void;
  onTakeOther: (current: SavedVersion) => void;
}

/** 'Rascunho salvo às 14:32', or why it is not saved. */
export function SaveStatus({ state, conflicts }: SaveStatusProps) {
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
      return conflicts && <Conflict found={state.current} {...conflicts} />;
  }
}

const CHECK_EVERY = 5_000;

interface ConflictProps extends ConflictChoices {
  found: SavedVersion | null;
}

/** A conflict as it stands now: the other page may meanwhile have sent, discarded or saved its draft again. */
function Conflict({ objeto, found, onKeepMine, onTakeOther }: ConflictProps) {
  const { data, refetch } = useRoute(
    platformRoutes.draft,
    { params: { objeto } },
    { refetchInterval: CHECK_EVERY, refetchOnWindowFocus: 'always', staleTime: 0, gcTime: 0 },
  );
  const current = data ? data.data : found;
  const takeOther = async () => {
    const { data: newest } = await refetch();
    if (newest?.data) onTakeOther(newest.data);
  };
  return (
    <Line icon={<CloudOffOutlined fontSize="small" />} problem>
      {current
        ? 'Este rascunho mudou em outra página ou aparelho.'
        : 'Este rascunho foi enviado ou descartado em outra página ou aparelho.'}
      <Button size="small" onClick={() => onKeepMine(current)}>
        Ficar com este
      </Button>
      {current && (
        <Button size="small" onClick={() => void takeOther()}>
          Abrir o outro
        </Button>
      )}
    </Line>
  );
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
