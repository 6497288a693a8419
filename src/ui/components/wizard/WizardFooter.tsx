import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { ReactNode } from 'react';

interface WizardFooterProps {
  /** Id of the reason, which describes the button that goes on. */
  whyId: string;
  onBack: () => void;
  /** No way back from here. */
  backDisabled: boolean;
  /** How the draft stands. */
  saved: ReactNode;
  /** Why one cannot go on; told as it changes. */
  why: ReactNode;
  nextLabel: string;
  onNext: () => void;
  nextDisabled?: boolean;
}

/** Voltar left, the way on right; while it is disabled, the reason stands beside it. */
export function WizardFooter(props: WizardFooterProps) {
  const { whyId, onBack, backDisabled, saved, why, nextLabel, onNext, nextDisabled = false } = props;
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
        disabled={backDisabled}
        onClick={onBack}
      >
        Voltar
      </Button>
      <Box sx={{ gridArea: 'saved', minWidth: 0 }}>{saved}</Box>
      <Box
        id={whyId}
        role="status"
        sx={({ vars: { palette } }) => ({
          gridArea: 'why',
          fontSize: 13,
          color: palette.components.textoSecundario,
          textAlign: { xs: 'left', md: 'right' },
        })}
      >
        {why}
      </Box>
      <Button
        sx={{ gridArea: 'next', justifySelf: 'end', minWidth: { xs: 160, md: 0 } }}
        variant="contained"
        size="large"
        disabled={nextDisabled}
        aria-describedby={whyId}
        onClick={onNext}
      >
        {nextLabel}
      </Button>
    </Box>
  );
}
