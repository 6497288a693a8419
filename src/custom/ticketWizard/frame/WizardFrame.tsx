import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { SavedVersion, SaveState } from '../../drafts/draftSaver.ts';
import { RelatedArticles } from '../articles/RelatedArticles.tsx';
import { useWizard } from '../state/wizardContext.ts';
import { StepContent } from '../steps/StepContent.tsx';
import { advancesOn } from './advancesOn.ts';
import { CollectedPanel } from './CollectedPanel.tsx';
import { StepRail } from './StepRail.tsx';
import { WizardFooter } from './WizardFooter.tsx';
import { WizardHeader } from './WizardHeader.tsx';

interface WizardFrameProps {
  titleId: string;
  saved: SaveState;
  onKeepMine: (current: SavedVersion | null) => void;
  onTakeOther: (current: SavedVersion) => void;
  onClose: () => void;
}

/** Steps at the left, the step in the middle, what was collected at the right, and the fixed footer. */
export function WizardFrame({ titleId, saved, onKeepMine, onTakeOther, onClose }: WizardFrameProps) {
  const { steps, step, blocked, advance } = useWizard();
  const row = steps.find(({ value }) => value === step);
  const { heading, scroller } = useStepArrival(step);
  const focusFirstProblem = () =>
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>('[aria-invalid=true]:not([tabindex="-1"])')?.focus(),
    );
  const onKeyDown = (event: KeyboardEvent) => {
    if (!advancesOn(event)) return;
    event.preventDefault();
    advance();
    if (blocked !== null) focusFirstProblem();
  };

  return (
    <Box
      onKeyDown={onKeyDown}
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, position: 'relative' }}
    >
      <WizardHeader titleId={titleId} onClose={onClose} />
      <Box
        sx={({ vars: { palette } }) => ({
          flex: 1,
          minHeight: 0,
          display: 'flex',
          flexDirection: { xs: 'column', md: 'row' },
          borderTop: `1px solid ${palette.components.linha}`,
          borderBottom: `1px solid ${palette.components.linha}`,
        })}
      >
        <StepRail />
        <Box
          component="section"
          ref={scroller}
          aria-labelledby="novo-ticket-passo"
          sx={{ flex: 1, minWidth: 0, overflow: 'auto', px: { xs: 4, md: 6 }, py: { xs: 4, md: 5 } }}
        >
          <Typography
            id="novo-ticket-passo"
            ref={heading}
            tabIndex={-1}
            variant="h2"
            component="h3"
            sx={{ mb: 4, outline: 'none' }}
          >
            {row?.label}
          </Typography>
          <StepContent />
        </Box>
        <CollectedPanel />
      </Box>
      <RelatedArticles />
      <WizardFooter saved={saved} onKeepMine={onKeepMine} onTakeOther={onTakeOther} />
    </Box>
  );
}

/** A new step begins at its top, with the focus on its heading. */
function useStepArrival(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const scroller = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step is what one arrives at
  useEffect(() => {
    scroller.current?.scrollTo?.({ top: 0 });
    heading.current?.focus();
  }, [step]);
  return { heading, scroller };
}
