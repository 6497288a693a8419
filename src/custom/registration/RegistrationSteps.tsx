import { type RefObject, useLayoutEffect, useState } from 'react';
import type { RegistrationRequest } from '#src/resources/customers/shared/useRegistration.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { type RailStep, StepRail } from '#ui/components/wizard/StepRail.tsx';
import { WizardFooter, WizardFrame } from '#ui/components/wizard/WizardFrame.tsx';
import { DraftEnd } from '#ui/drafts/DraftEnd.tsx';
import { KeptDrafts } from '#ui/drafts/KeptDrafts.tsx';
import { SaveStatus } from '#ui/drafts/SaveStatus.tsx';
import type { ServerDraft } from '#ui/drafts/useServerDraft.ts';
import { Failure } from '#ui/shell/states/StateMessage.tsx';
import { DuplicatesDialog } from './DuplicatesDialog.tsx';
import { type Registered, RegistrationHeader, StepsSkeleton } from './RegistrationFrame.tsx';
import {
  type FormStep,
  losses,
  type RegistrationDraft,
  registrationFields,
  stepSummary,
  textAt,
} from './state/registrationDraft.ts';
import { useWizardSession, WizardContext } from './state/useWizardSession.ts';
import { StepContent } from './steps/StepContent.tsx';

interface RegistrationStepsProps {
  titleId: string;
  /** The handler for Escape or a press on the backdrop. */
  closing: RefObject<() => void>;
  request: RegistrationRequest;
  draft: ServerDraft<RegistrationDraft>;
  empty: RegistrationDraft;
  onRegistered: (registered: Registered) => void;
  onClose: () => void;
}

/** The steps of a registration in progress, until it is saved or abandoned. */
export function RegistrationSteps(props: RegistrationStepsProps) {
  const { titleId, closing, draft, onClose } = props;
  const session = useWizardSession(props);
  const { wizard, forms, at, step, steps, touched } = session;
  const [asking, setAsking] = useState<'close' | 'restart' | null>(null);
  // Suppresses the frame's question, since this component asks its own, which lists what would be lost.
  useUnsaved(touched, draft.state.kind === 'saved', true);

  const requestClose = () => (touched ? setAsking('close') : onClose());
  useLayoutEffect(() => {
    closing.current = requestClose;
  });
  const lost = losses(draft.value.data);
  const go = (index: number) => {
    if (index === 0 && lost) setAsking('restart');
    else session.goTo(index);
  };
  const header = (
    <RegistrationHeader
      titleId={titleId}
      name={textAt(draft.value.data, 'empresa', 'razaoSocial')}
      onClose={requestClose}
    />
  );
  if (!step) {
    return (
      <>
        {header}
        <Failure answer={forms} />
        {!forms.error && <StepsSkeleton />}
      </>
    );
  }
  const last = at === steps.length - 1;
  return (
    <WizardContext.Provider value={wizard}>
      <WizardFrame
        step={step.etapa}
        headingId="cadastro-passo"
        title={step.titulo}
        header={header}
        rail={
          <StepRail
            steps={railSteps(session, draft.value)}
            onGo={(key) => go(steps.findIndex(({ etapa }) => etapa === key))}
          />
        }
        footer={
          <WizardFooter
            whyId="cadastro-espera"
            onBack={() => go(at - 1)}
            backDisabled={at === 0 || session.busy}
            saved={<SaveStatus state={draft.state} />}
            why={session.busy && (last ? 'Salvando o cadastro…' : 'Conferindo…')}
            nextLabel={last ? 'Finalizar' : 'Continuar'}
            onNext={session.advance}
            nextDisabled={last && draft.life.end !== null}
          />
        }
        onAdvance={() => {
          session.advance();
          // The form itself moves to what is missing.
          return { blocked: false };
        }}
      >
        <DraftEnd life={draft.life} />
        <KeptDrafts drafts={draft.kept} fields={registrationFields(steps)} />
        <StepContent session={session} />
      </WizardFrame>
      <DuplicatesDialog
        duplicates={session.submission.duplicates}
        onBack={session.submission.forgetDuplicates}
        onAnyway={session.submitAnyway}
      />
      <ConfirmDialog
        open={asking === 'close'}
        title="Descartar este cadastro?"
        text={`Você perderá ${lost || 'o documento informado'}.`}
        cancelLabel="Continuar o cadastro"
        confirmLabel="Descartar"
        tone="error"
        onConfirm={async () => {
          await draft.discard();
          setAsking(null);
          onClose();
        }}
        onCancel={() => setAsking(null)}
      />
      <ConfirmDialog
        open={asking === 'restart'}
        title="Voltar ao documento?"
        text={`O cadastro recomeça por ele. Você perderá ${lost}.`}
        cancelLabel="Ficar aqui"
        confirmLabel="Voltar e recomeçar"
        tone="error"
        onConfirm={() => {
          session.restart();
          setAsking(null);
        }}
        onCancel={() => setAsking(null)}
      />
    </WizardContext.Provider>
  );
}

interface Progress {
  steps: readonly FormStep[];
  at: number;
  /** The server's errors by step. */
  refused: Readonly<Record<string, unknown>>;
  busy: boolean;
}

/** The steps as shown in the rail; completed ones can be revisited. */
const railSteps = (
  { steps, at, refused, busy }: Progress,
  { data, furthest }: RegistrationDraft,
): RailStep[] =>
  steps.map(({ etapa, titulo }, index) => ({
    key: etapa,
    label: titulo,
    summary: stepSummary(etapa, data),
    state: index === at ? 'current' : refused[etapa] ? 'problem' : index <= furthest ? 'done' : 'todo',
    reachable: !busy && index !== at && index <= furthest,
  }));
