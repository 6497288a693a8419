import { WizardFooter as Footer } from '../../../ui/components/wizard/WizardFooter.tsx';
import type { SavedVersion, SaveState } from '../../../ui/drafts/draftSaver.ts';
import { SaveStatus } from '../../../ui/drafts/SaveStatus.tsx';
import { useWizard } from '../state/wizardContext.ts';

interface WizardFooterProps {
  saved: SaveState;
  onKeepMine: (current: SavedVersion | null) => void;
  onTakeOther: (current: SavedVersion) => void;
}

/** Voltar and Prosseguir of the ticket. */
export function WizardFooter({ saved, onKeepMine, onTakeOther }: WizardFooterProps) {
  const { steps, step, blocked, advance, back, uploads } = useWizard();
  const last = step === steps.at(-1)?.value;
  const first = step === steps[0]?.value;
  return (
    <Footer
      whyId="novo-ticket-falta"
      onBack={back}
      backDisabled={first || uploads.going > 0}
      saved={<SaveStatus state={saved} onKeepMine={onKeepMine} onTakeOther={onTakeOther} />}
      why={blocked}
      nextLabel={last ? 'Enviar solicitação' : 'Prosseguir'}
      onNext={advance}
      nextDisabled={blocked !== null}
    />
  );
}
