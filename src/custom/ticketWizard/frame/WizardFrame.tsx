import CloseOutlined from '@mui/icons-material/CloseOutlined';
import Inventory2Outlined from '@mui/icons-material/Inventory2Outlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import type { WizardStepRow } from '#contract/catalogs/wizardStep.ts';
import { ticketWording } from '#data/session.ts';
import { StepRail as Rail, type RailStep } from '#ui/components/wizard/StepRail.tsx';
import { WizardFooter as Footer, WizardFrame as Frame } from '#ui/components/wizard/WizardFrame.tsx';
import { DraftEnd } from '#ui/drafts/DraftEnd.tsx';
import type { SaveState } from '#ui/drafts/draftSaver.ts';
import { type ConflictChoices, SaveStatus } from '#ui/drafts/SaveStatus.tsx';
import type { DraftLife } from '#ui/drafts/useDraftLife.ts';
import { RelatedArticles } from '../articles/RelatedArticles.tsx';
import { stepOfField, stepSummary, usesItems } from '../state/stepState.ts';
import { useWizard, type Wizard } from '../state/wizardContext.ts';
import { ANSWER_STEPS } from '../steps/answerSteps.tsx';
import { ConfirmStep } from '../steps/ConfirmStep.tsx';
import { CollectedPanel } from './CollectedPanel.tsx';

interface WizardFrameProps {
  titleId: string;
  saved: SaveState;
  life: DraftLife;
  conflicts: ConflictChoices;
  onClose: () => void;
}

/** The ticket's current step, with everything around it. */
export function WizardFrame({ titleId, saved, life, conflicts, onClose }: WizardFrameProps) {
  const { steps, step, blocked, advance } = useWizard();
  const isSent = life.end !== null;
  return (
    <Frame
      step={step}
      headingId="novo-ticket-passo"
      title={steps.find(({ value }) => value === step)?.label}
      header={<WizardHeader titleId={titleId} onClose={onClose} />}
      rail={<StepRail />}
      aside={<CollectedPanel />}
      below={<RelatedArticles />}
      footer={<WizardFooter saved={saved} conflicts={conflicts} isSent={isSent} />}
      onAdvance={() => {
        if (isSent && step === steps.at(-1)?.value) return { blocked: true };
        advance();
        return { blocked: blocked !== null };
      }}
    >
      <DraftEnd life={life} />
      <StepContent />
    </Frame>
  );
}

interface WizardFooterProps {
  saved: SaveState;
  conflicts: ConflictChoices;
  /** Whether the draft was sent on another page. */
  isSent: boolean;
}

/** The ticket's Voltar and Prosseguir buttons. */
function WizardFooter({ saved, conflicts, isSent }: WizardFooterProps) {
  const { steps, step, blocked, advance, back, uploads } = useWizard();
  const last = step === steps.at(-1)?.value;
  const first = step === steps[0]?.value;
  return (
    <Footer
      whyId="novo-ticket-falta"
      onBack={back}
      backDisabled={first || uploads.going > 0}
      saved={<SaveStatus state={saved} conflicts={conflicts} />}
      why={blocked}
      nextLabel={last ? 'Enviar solicitação' : 'Prosseguir'}
      onNext={advance}
      nextDisabled={blocked !== null || (last && isSent)}
    />
  );
}

/** The current step's content. */
function StepContent() {
  const { step } = useWizard();
  const Step = step === 'CONFIRMACAO' ? ConfirmStep : ANSWER_STEPS[step];
  return <Step />;
}

/** The ticket's steps, with their state and what was chosen in each. */
function StepRail() {
  const wizard = useWizard();
  const { steps, draft, canGoTo, goTo } = wizard;
  const rows = steps.map((row, index): RailStep => {
    const state = stateOf(row, index, wizard);
    return {
      key: row.value,
      label: row.label,
      summary: stepSummary(row.value, draft),
      state,
      reachable: state !== 'current' && canGoTo(row.value),
    };
  });
  const go = (key: string) => {
    const row = steps.find(({ value }) => value === key);
    if (row) goTo(row.value);
  };
  return <Rail steps={rows} onGo={go} />;
}

/** A step is done when it is before the current one, or filled in and reachable. */
function stateOf({ value }: WizardStepRow, index: number, wizard: Wizard): RailStep['state'] {
  const { steps, step, draft, refused } = wizard;
  const refusedHere = Object.keys(refused).some((field) => stepOfField(field, steps) === value);
  if (value === step) return 'current';
  if (refusedHere) return 'problem';
  const at = steps.findIndex((row) => row.value === step);
  const filled = stepSummary(value, draft) !== '' && wizard.canGoTo(steps[index + 1]?.value ?? value);
  return index < at || filled ? 'done' : 'todo';
}

interface WizardHeaderProps {
  titleId: string;
  onClose: () => void;
}

/** Title, 'Itens' with its total, and the close button. */
function WizardHeader({ titleId, onClose }: WizardHeaderProps) {
  const { draft, type, openItems } = useWizard();
  const total = draft.notas.length + draft.itens.length + draft.itensAvulsos.length;
  return (
    <Box
      component="header"
      sx={{ display: 'flex', alignItems: 'center', gap: 2, pl: { xs: 4, md: 6 }, pr: 3, minHeight: 52 }}
    >
      <Typography id={titleId} variant="h2" component="h2">
        {ticketWording('Abrir novo ticket')}
      </Typography>
      <Typography noWrap sx={{ flex: 1, minWidth: 0, color: 'text.secondary' }}>
        {draft.tipo?.desc ?? draft.menu?.descricao}
      </Typography>
      {usesItems(type) && (
        <Button
          variant="outlined"
          size="small"
          startIcon={<Inventory2Outlined />}
          onClick={openItems}
          aria-label={`Itens: ${total}`}
        >
          Itens {total > 0 && `(${total})`}
        </Button>
      )}
      <IconButton aria-label="Fechar" onClick={onClose}>
        <CloseOutlined />
      </IconButton>
    </Box>
  );
}
