import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogContent from '@mui/material/DialogContent';
import Typography from '@mui/material/Typography';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { documentKind, formatDocument, normalizeDocument } from '#contract/rules/documents.ts';
import { type DraftName, draftName } from '#contract/rules/drafts.ts';
import { upperFirst } from '#contract/rules/text.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { ownZone } from '#data/session.ts';
import {
  type RegistrationRequest,
  registrationGone,
} from '#src/resources/customers/shared/useRegistration.ts';
import { KeyValueList } from '#ui/components/detail/Section.tsx';
import { WizardDialog } from '#ui/components/wizard/WizardFrame.tsx';
import { KeptDrafts } from '#ui/drafts/KeptDrafts.tsx';
import { type ServerDraft, useServerDraft } from '#ui/drafts/useServerDraft.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { PreRegistration } from './PreRegistration.tsx';
import {
  type Registered,
  RegisteredDialog,
  type RegistrationDialogProps,
  RegistrationHeader,
  StepsSkeleton,
} from './RegistrationFrame.tsx';
import { RegistrationSteps } from './RegistrationSteps.tsx';
import {
  emptyDraft,
  losses,
  type RegistrationDraft,
  registrationFields,
  savedRegistration,
  textAt,
} from './state/registrationDraft.ts';
import { useRegistrationForms } from './state/useWizardSession.ts';

/** The requested form, from its opening until it has been removed and the focus is restored. */
export function RegistrationDialog({ request }: Pick<RegistrationDialogProps, 'request'>) {
  const [open, setOpen] = useState(true);
  const opener = useRef(document.activeElement);
  const onExited = () => {
    registrationGone();
    setTimeout(() => {
      if (document.activeElement === document.body && opener.current instanceof HTMLElement)
        opener.current.focus();
    });
  };
  const Form = request.form === 'SHORT' ? PreRegistration : RegistrationWizard;
  return <Form request={request} open={open} onClose={() => setOpen(false)} onExited={onExited} />;
}

const TITLE_ID = 'cadastro-titulo';

/**
 * 'Cadastrar Cliente' (documents 000 and 001, section 2): offers to resume an unfinished registration, then shows the steps.
 */
function RegistrationWizard({ request, open, onClose, onExited }: RegistrationDialogProps) {
  const empty = useMemo(() => startOf(request), [request]);
  const draft = useServerDraft(draftOf(request), { empty, read: savedRegistration });
  const [resumed, setResumed] = useState(false);
  const [registered, setRegistered] = useState<Registered | null>(null);
  // The component currently shown decides whether closing must ask first.
  const closing = useRef(onClose);
  const asking = draft.restored && !resumed;
  const size = asking ? 'question' : 'steps';

  /** Once the customer is registered, the draft is discarded. */
  const endDraft = () => (registered ? void draft.discard().catch(() => {}) : onExited());
  return (
    <>
      <WizardDialog
        open={open && !registered}
        titleId={TITLE_ID}
        onClose={() => closing.current()}
        onExited={endDraft}
        size={size}
      >
        {asking ? (
          <ResumeChoice
            area={request.area}
            titleId={TITLE_ID}
            closing={closing}
            draft={draft}
            onResume={() => setResumed(true)}
            onClose={onClose}
          />
        ) : draft.ready ? (
          <RegistrationSteps
            titleId={TITLE_ID}
            closing={closing}
            request={request}
            draft={draft}
            empty={empty}
            onRegistered={setRegistered}
            onClose={onClose}
          />
        ) : (
          <>
            <RegistrationHeader titleId={TITLE_ID} onClose={onClose} />
            <StepsSkeleton />
          </>
        )}
      </WizardDialog>
      <RegisteredDialog registered={registered} onDone={request.onDone} onClose={onExited} />
    </>
  );
}

/** The initial state of a registration, from what the requesting screen already has. */
function startOf({ known = {} }: RegistrationRequest): RegistrationDraft {
  const documento = normalizeDocument(textAt(known, 'documento'));
  const tipo = documentKind(documento) === 'CPF' ? 'PF' : 'PJ';
  return { ...emptyDraft, tipo, data: documento ? { ...known, documento } : known };
}

/** The draft's name, so that a draft for a ticket or a prospect is not offered elsewhere. */
function draftOf({ idCli, idTicket }: RegistrationRequest): DraftName {
  if (idTicket) return draftName('ticketCustomer', idTicket);
  return idCli ? draftName('prospect', idCli) : draftName('registration');
}

interface ResumeChoiceProps extends Pick<RegistrationRequest, 'area'> {
  titleId: string;
  closing: RefObject<() => void>;
  draft: ServerDraft<RegistrationDraft>;
  onResume: () => void;
  onClose: () => void;
}

/** An unfinished registration: its contents, and the choice to continue or start over. */
function ResumeChoice({ area, titleId, closing, draft, onResume, onClose }: ResumeChoiceProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  useLayoutEffect(() => {
    closing.current = onClose;
  });
  const { data } = draft.value;
  const name = textAt(data, 'empresa', 'razaoSocial') || textAt(data, 'empresa', 'nomeFantasia');
  const discard = async () => {
    setBusy(true);
    setProblem('');
    await draft.discard().catch((error) => setProblem(errorText(error)));
    setBusy(false);
  };
  return (
    <>
      <RegistrationHeader titleId={titleId} title="Continuar o cadastro?" onClose={onClose} />
      <DialogContent>
        {draft.kept.length > 0 && <KeptRegistrations area={area} draft={draft} />}
        {draft.state.kind === 'saved' && (
          <Typography sx={{ mb: 4 }}>
            Rascunho salvo em {formatDateTime(draft.state.at, ownZone())}.
          </Typography>
        )}
        <KeyValueList
          items={[
            { label: 'Cliente', value: name },
            { label: 'CPF ou CNPJ', value: formatDocument(textAt(data, 'documento')) },
            { label: 'Já informado', value: upperFirst(losses(data)) },
          ]}
        />
        {problem && (
          <Alert severity="error" sx={{ mt: 4 }}>
            {problem}
          </Alert>
        )}
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8, marginTop: 24, justifyContent: 'flex-end' }}>
          <Button color="inherit" onClick={discard} loading={busy}>
            Começar de novo
          </Button>
          <Button variant="contained" onClick={onResume} disabled={busy} autoFocus>
            {name ? `Continuar o cadastro de ${name}` : 'Continuar o cadastro'}
          </Button>
        </div>
      </DialogContent>
    </>
  );
}

/** The forms of the steps say how what was set aside is called; they are not read for anything else here. */
function KeptRegistrations({ area, draft }: Pick<ResumeChoiceProps, 'area' | 'draft'>) {
  const { data } = useRegistrationForms(area, draft.value);
  return <KeptDrafts drafts={draft.kept} fields={data && registrationFields(data.etapas)} />;
}
