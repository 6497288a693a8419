import CloudDoneOutlined from '@mui/icons-material/CloudDoneOutlined';
import CloudOffOutlined from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useNotify } from 'ra-core';
import { type ReactNode, useEffect, useRef } from 'react';
import { platformRoutes } from '#contract/config/platform.ts';
import { localTime } from '#contract/rules/time/zonedTime.ts';
import { ownZone } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { errorText } from '../shell/states/StateMessage.tsx';
import type { SavedVersion, SaveState } from './draftSaver.ts';

interface SaveStatusProps {
  state: SaveState;
  /** Required where the person resolves conflicts here; otherwise a conflict is only stated. */
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
      return conflicts ? (
        <Conflict found={state.current} {...conflicts} />
      ) : (
        <ConflictLine current={state.current} />
      );
  }
}

const CHECK_INTERVAL_MS = 5_000;

interface ConflictProps extends ConflictChoices {
  found: SavedVersion | null;
}

/** A conflict as it stands now: the other page may meanwhile have sent, discarded or saved its draft again. */
function Conflict({ objeto, found, onKeepMine, onTakeOther }: ConflictProps) {
  const { data, refetch } = useRoute(
    platformRoutes.draft,
    { params: { objeto } },
    { refetchInterval: CHECK_INTERVAL_MS, refetchOnWindowFocus: 'always', staleTime: 0, gcTime: 0 },
  );
  const current = data ? data.data : found;
  const notify = useNotify();
  const takeOther = async () => {
    const { data: newest, error } = await refetch();
    if (error) notify(errorText(error), { type: 'error' });
    else if (newest?.data) onTakeOther(newest.data);
  };
  const keepButton = useRef<HTMLButtonElement>(null);
  const otherFocused = useRef(false);
  const isGone = current === null;
  useEffect(() => {
    // The other button disappears with the other draft, and would take the focus with it.
    if (isGone && otherFocused.current) keepButton.current?.focus();
    otherFocused.current = false;
  }, [isGone]);
  return (
    <ConflictLine current={current}>
      <Button ref={keepButton} size="small" onClick={() => onKeepMine(current)}>
        Ficar com este
      </Button>
      {current && (
        <Button
          size="small"
          onClick={() => void takeOther()}
          onFocus={() => {
            otherFocused.current = true;
          }}
          onBlur={() => {
            otherFocused.current = false;
          }}
        >
          Abrir o outro
        </Button>
      )}
    </ConflictLine>
  );
}

const ConflictLine = ({ current, children }: { current: SavedVersion | null; children?: ReactNode }) => (
  <Line icon={<CloudOffOutlined fontSize="small" />} problem>
    {current
      ? 'Este rascunho mudou em outra página ou aparelho.'
      : 'Este rascunho foi enviado ou descartado em outra página ou aparelho.'}
    {children}
  </Line>
);

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
