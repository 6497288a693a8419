import { WizardFrame as Frame } from '../../../ui/components/wizard/WizardFrame.tsx';
import type { SavedVersion, SaveState } from '../../../ui/drafts/draftSaver.ts';
import { RelatedArticles } from '../articles/RelatedArticles.tsx';
import { useWizard } from '../state/wizardContext.ts';
import { StepContent } from '../steps/StepContent.tsx';
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

/** The step of the ticket that is being answered, with all that stands around it. */
export function WizardFrame({ titleId, saved, onKeepMine, onTakeOther, onClose }: WizardFrameProps) {
  const { steps, step, blocked, advance } = useWizard();
  return (
    <Frame
      step={step}
      headingId="novo-ticket-passo"
      title={steps.find(({ value }) => value === step)?.label}
      header={<WizardHeader titleId={titleId} onClose={onClose} />}
      rail={<StepRail />}
      aside={<CollectedPanel />}
      over={<RelatedArticles />}
      footer={<WizardFooter saved={saved} onKeepMine={onKeepMine} onTakeOther={onTakeOther} />}
      onAdvance={() => {
        advance();
        return { blocked: blocked !== null };
      }}
    >
      <StepContent />
    </Frame>
  );
}
