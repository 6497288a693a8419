import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { useIsNarrow } from '../../theme/windowWidth.ts';
import { REFUSED } from '../fieldProblems.ts';
import { DialogFrame } from '../frame/DialogFrame.tsx';
import { frameOf, revealInvalidField } from '../inputs/typedGate.ts';

interface WizardFrameProps {
  /** The current step; a new one starts scrolled to the top, with its heading focused. */
  step: string;
  /** Id of the step's heading. */
  headingId: string;
  title: ReactNode;
  header: ReactNode;
  rail: ReactNode;
  /** Shown to the right of the step. */
  aside?: ReactNode;
  /** Shown after the step's fields and scrolled with them, so that it covers none of them. */
  below?: ReactNode;
  footer: ReactNode;
  /** Called for Enter in a plain field or Ctrl+Enter anywhere; returns whether something prevents advancing. */
  onAdvance: () => { blocked: boolean };
  children: ReactNode;
}

/** Steps on the left, the current step in the middle, the collected answers on the right, and a fixed footer. */
export function WizardFrame(props: WizardFrameProps) {
  const { step, headingId, header, footer, rail, title, aside, below, onAdvance, children } = props;
  const { heading, scroller } = useStepArrival(step);
  const focusFirstProblem = () =>
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(REFUSED)?.focus());
  const onKeyDown = (event: KeyboardEvent) => {
    if (!advancesOn(event)) return;
    event.preventDefault();
    if (revealInvalidField(frameOf(event.currentTarget))) return;
    if (onAdvance().blocked) focusFirstProblem();
  };

  return (
    <Box
      onKeyDown={onKeyDown}
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', minHeight: 0, position: 'relative' }}
    >
      {header}
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
        {rail}
        <Box
          component="section"
          ref={scroller}
          aria-labelledby={headingId}
          // Positioned, so that visually hidden content inside does not make the dialog itself scroll.
          sx={{
            position: 'relative',
            flex: 1,
            minWidth: 0,
            overflow: 'auto',
            px: { xs: 4, md: 6 },
            py: { xs: 4, md: 5 },
          }}
        >
          <Typography
            id={headingId}
            ref={heading}
            tabIndex={-1}
            variant="h2"
            component="h3"
            sx={{ mb: 4, outline: 'none' }}
          >
            {title}
          </Typography>
          {children}
          {below}
        </Box>
        {aside}
      </Box>
      {footer}
    </Box>
  );
}

function useStepArrival(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const scroller = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when a step is reached
  useEffect(() => {
    scroller.current?.scrollTo?.({ top: 0 });
    heading.current?.focus();
  }, [step]);
  return { heading, scroller };
}

/** Elements in which Enter has its own meaning. */
const OWN_ENTER = 'textarea, button, a, [role=option], [aria-expanded=true], [data-own-enter] *';

/** Whether a key means 'Prosseguir': Enter in a plain field, Ctrl+Enter anywhere (docs/domain.md 19). */
function advancesOn(event: KeyboardEvent): boolean {
  if (event.key !== 'Enter' || event.defaultPrevented || event.nativeEvent.isComposing) return false;
  const target = event.target as HTMLElement;
  // Dialogs over the wizard are its descendants in React but not in the DOM.
  if (!event.currentTarget.contains(target)) return false;
  return event.ctrlKey || event.metaKey || !target.matches(OWN_ENTER);
}

interface WizardDialogProps {
  open: boolean;
  titleId: string;
  /** Called for Escape or the backdrop. */
  onClose: () => void;
  /** Called once the dialog has been removed from the page. */
  onExited: () => void;
  /** The size needed for the steps, or for the single question that precedes them. */
  size: 'steps' | 'question';
  children: ReactNode;
}

/** Full height on a phone, wide on a desktop. */
export function WizardDialog({ open, titleId, onClose, onExited, size, children }: WizardDialogProps) {
  const phone = useIsNarrow();
  return (
    <DialogFrame
      // A wizard itself reports what would be lost.
      confirmsDiscard={false}
      open={open}
      onClose={onClose}
      fullScreen={phone}
      maxWidth={false}
      aria-labelledby={titleId}
      slotProps={{ transition: { onExited }, paper: { sx: phone ? {} : SIZES[size] } }}
    >
      {children}
    </DialogFrame>
  );
}

const SIZES = {
  steps: {
    width: 1080,
    maxWidth: 'calc(100vw - 64px)',
    height: 'min(840px, calc(100dvh - 48px))',
  },
  question: { width: 860, maxWidth: 'calc(100vw - 64px)' },
};

interface WizardFooterProps {
  /** Id of the reason that describes the advancing button. */
  whyId: string;
  onBack: () => void;
  /** Whether there is no previous step. */
  backDisabled: boolean;
  /** The draft's save status. */
  saved: ReactNode;
  /** Why advancing is not possible; announced when it changes. */
  why: ReactNode;
  nextLabel: string;
  onNext: () => void;
  nextDisabled?: boolean;
}

/** Voltar on the left, the advancing button on the right, with the reason beside it while it is disabled. */
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
