import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { SavedVersion, SaveState } from '../../drafts/draftSaver.ts';
import { SaveStatus } from '../../drafts/SaveStatus.tsx';
import { useWizard } from '../state/wizardContext.ts';

interface WizardFooterProps {
  saved: SaveState;
  onKeepMine: (current: SavedVersion | null) => void;
  onTakeOther: (current: SavedVersion) => void;
}

/** Voltar left, Prosseguir right; while it is disabled, the reason stands beside it. */
export function WizardFooter({ saved, onKeepMine, onTakeOther }: WizardFooterProps) {
  const { steps, step, blocked, advance, back, uploads } = useWizard();
  const last = step === steps.at(-1)?.value;
  const first = step === steps[0]?.value;
  return (
    <Box
      component="footer"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'auto 1fr', md: 'auto auto 1fr auto' },
        gridTemplateAreas: { xs: '"saved saved" "why why" "back next"', md: '"back saved why next"' },
        alignItems: 'center',
        columnGap: 4,
        rowGap: 1,
        px: { xs: 4, md: 6 },
        py: { xs: 2, md: 3 },
      }}
    >
      <Button
        sx={{ gridArea: 'back' }}
        variant="outlined"
        size="large"
        disabled={first || uploads.going > 0}
        onClick={back}
      >
        Voltar
      </Button>
      <Box sx={{ gridArea: 'saved', minWidth: 0 }}>
        <SaveStatus state={saved} onKeepMine={onKeepMine} onTakeOther={onTakeOther} />
      </Box>
      <Box
        id="novo-ticket-falta"
        role="status"
        sx={({ vars: { palette } }) => ({
          gridArea: 'why',
          fontSize: 13,
          color: palette.components.textoSecundario,
          textAlign: { xs: 'left', md: 'right' },
        })}
      >
        {blocked}
      </Box>
      <Button
        sx={{ gridArea: 'next', justifySelf: 'end', minWidth: { xs: 160, md: 0 } }}
        variant="contained"
        size="large"
        disabled={blocked !== null}
        aria-describedby="novo-ticket-falta"
        onClick={advance}
      >
        {last ? 'Enviar solicitação' : 'Prosseguir'}
      </Button>
    </Box>
  );
}
