import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { platformRoutes } from '#contract/config/platform.ts';
import { savedDraft, type TicketDraft, ticketInputOf } from '#contract/rules/tickets/ticketDraft.ts';
import { wizardLimits, wizardStations } from '#contract/rules/tickets/ticketWizard.ts';
import { ticketRoutes } from '#contract/sac/tickets.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { useRefetch } from '#data/refetch.ts';
import { currentInitialLoad, ticketWording } from '#data/session.ts';
import { useCommand } from '#data/useRoute.ts';
import { restoreDraft } from '#src/resources/tickets/shared/draft/draftTransitions.ts';
import { ItemsContext } from '#src/resources/tickets/shared/draft/itemsChoice.ts';
import { wizardPerson } from '#src/resources/tickets/shared/draft/wizardPerson.ts';
import { ItemsDialog } from '#src/resources/tickets/shared/items/ItemsDialog.tsx';
import type { TicketWizardProps } from '#src/resources/tickets/shared/TicketWizardProvider.tsx';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { useBrowserBack } from '#ui/components/frame/browserBack.ts';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { WizardDialog } from '#ui/components/wizard/WizardFrame.tsx';
import { type DraftSaver, openDraft } from '#ui/drafts/draftSaver.ts';
import { type DraftLife, endIn } from '#ui/drafts/useDraftLife.ts';
import { type Result, ResultDialog } from '#ui/shell/dialogs/ResultDialog.tsx';
import { errorText, requestIdOf } from '#ui/shell/states/StateMessage.tsx';
import { WizardFrame } from './frame/WizardFrame.tsx';
import { Opening, type Start } from './opening/Opening.tsx';
import { takeWizardCustomer } from './state/originStorage.ts';
import { firstOpenStep } from './state/stepState.ts';
import { DRAFT_PARAMS, useDraftSaver } from './state/useDraftSaver.ts';
import { useProposal } from './state/useProposal.ts';
import { ruleContext, useWizardSession } from './state/useWizardSession.ts';
import { WizardContext } from './state/wizardContext.ts';

const TITLE_ID = 'novo-ticket-titulo';

/** 'Abrir novo ticket' (document 000, section 2): the opening question, then the steps, in one dialog. */
export function TicketWizard({ open, onClose, returnFocus }: TicketWizardProps) {
  const [start, setStart] = useState<Start | null>(null);
  // The component currently shown decides whether closing must ask first.
  const closing = useRef(onClose);
  const [wanted, setWanted] = useState<number | null>(null);
  useEffect(() => {
    if (open) setWanted(takeWizardCustomer());
  }, [open]);
  const onExited = () => {
    setStart(null);
    // The dialog is removed only after this, together with the focus still inside it.
    setTimeout(returnFocus);
  };

  return (
    <WizardDialog
      open={open}
      titleId={TITLE_ID}
      onClose={() => closing.current()}
      onExited={onExited}
      size={start ? 'steps' : 'question'}
    >
      {start ? (
        <WizardSession {...start} titleId={TITLE_ID} closing={closing} onClose={onClose} />
      ) : (
        <Opening titleId={TITLE_ID} closing={closing} onClose={onClose} onStart={setStart} wanted={wanted} />
      )}
    </WizardDialog>
  );
}

interface WizardSessionProps extends Start {
  titleId: string;
  /** The handler for Escape or a press on the backdrop. */
  closing: RefObject<() => void>;
  onClose: () => void;
}

/** The steps of a ticket in progress, until it is sent or abandoned. */
function WizardSession(props: WizardSessionProps) {
  const { draft: first, found, restored, customerKnown, menus, origins, closing, onClose, titleId } = props;
  const load = currentInitialLoad();
  const given = useMemo(
    () => ({ menus, origins, person: wizardPerson(load), limits: wizardLimits(load?.parametros ?? {}) }),
    [menus, origins, load],
  );
  const [confirming, setConfirming] = useState(false);
  const saverRef = useRef<DraftSaver>(undefined);
  const lifeRef = useRef<DraftLife>(undefined);
  const creation = useCreation({
    beforeSend: async () => saverRef.current?.stop(),
    sendDraft: (call) =>
      lifeRef.current ? lifeRef.current.send(saverRef.current?.version() ?? 0, call) : call({}),
    onRefused: (fields) => {
      saverRef.current?.resume();
      session.refuse(fields);
    },
  });
  const session = useWizardSession({
    ...given,
    start: { draft: first, restored, customerKnown },
    firstStep: (draft) => {
      const rules = ruleContext(draft, given);
      return firstOpenStep(draft, wizardStations(ticketInputOf(draft), rules), rules);
    },
    send: creation.send,
  });
  const { wizard, touched } = session;
  useProposal(wizard);
  const unsaved = touched && !creation.created;
  const { saver, state: saved, life } = useDraftSaver({ draft: wizard.draft, active: unsaved, found });
  saverRef.current = saver;
  lifeRef.current = life;
  // Suppresses the frame's question, since this component asks its own, which lists what would be lost.
  useUnsaved(unsaved, false, true);

  const requestClose = () => (unsaved ? setConfirming(true) : onClose());
  useLayoutEffect(() => {
    closing.current = requestClose;
  });
  useBrowserBack(true, () => {
    const first = wizard.steps[0]?.value === wizard.step;
    if (creation.result) return;
    if (first) requestClose();
    else wizard.back();
  });
  const discard = async () => {
    await saver.stop();
    try {
      await call(platformRoutes.removeDraft, { params: DRAFT_PARAMS });
    } catch (error) {
      saver.resume();
      throw error;
    }
    setConfirming(false);
    onClose();
  };
  /** Reads the draft again; any part of it that cannot be read is set aside first. */
  const adopt = async () => {
    const { found: current, value } = await openDraft(DRAFT_PARAMS.objeto, savedDraft);
    if (!current || !value) return saver.overwrite(current);
    saver.adopt(current);
    life.adopt(current);
    session.replace(restoreDraft(value, menus, given.person));
  };

  return (
    <WizardContext.Provider value={wizard}>
      <ItemsContext.Provider value={wizard}>
        <WizardFrame
          titleId={titleId}
          saved={saved}
          life={life}
          conflicts={{
            ...DRAFT_PARAMS,
            onKeepMine: (current) => saver.overwrite(current),
            onTakeOther: () => void adopt().catch(() => {}),
          }}
          onClose={requestClose}
        />
        <ItemsDialog open={session.itemsOpen} onClose={session.closeItems} />
      </ItemsContext.Provider>
      <ConfirmDialog
        open={session.requested !== null}
        title="Trocar mesmo assim?"
        text={`Esta troca remove o que já foi informado: ${session.requested?.lost ?? ''}.`}
        confirmLabel="Trocar"
        onConfirm={() => session.answerRequested(true)}
        onCancel={() => session.answerRequested(false)}
      />
      <ConfirmDialog
        open={confirming}
        title={ticketWording('Tem certeza que deseja cancelar a criação do ticket ?')}
        text="Você perderá todos os dados inseridos até o momento."
        cancelLabel="Cancelar"
        confirmLabel="Sim, tenho certeza"
        tone="error"
        onConfirm={discard}
        onCancel={() => setConfirming(false)}
      />
      <CreationResult creation={creation} onClose={onClose} />
    </WizardContext.Provider>
  );
}

interface CreationResultProps {
  creation: ReturnType<typeof useCreation>;
  onClose: () => void;
}

function CreationResult({ creation: { result, ticketId, created, dismiss }, onClose }: CreationResultProps) {
  const navigate = useNavigate();
  const goToTicket = () => {
    onClose();
    navigate(`/tickets/${ticketId}`);
  };
  return (
    <ResultDialog
      result={result}
      onClose={created ? onClose : dismiss}
      errorCloseLabel="Voltar"
      {...(ticketId !== null && {
        success: { label: ticketWording('Ir para o ticket'), onClick: goToTicket },
      })}
    />
  );
}

interface Options {
  /** Stops saving the draft, which must not happen while it becomes a ticket or afterwards. */
  beforeSend: () => Promise<void>;
  onRefused: (fields: Record<string, string>) => void;
  /** Sends the draft with a call. */
  sendDraft: <A>(call: (options: { draft?: string }) => Promise<A>) => Promise<A>;
}

/** Sends the ticket, one submission at a time. */
function useCreation({ beforeSend, sendDraft, onRefused }: Options) {
  const [result, setResult] = useState<Result | null>(null);
  const [ticketId, setTicketId] = useState<number | null>(null);
  const running = useRef(false);
  const command = useCommand();
  const refetch = useRefetch();

  const send = async (draft: TicketDraft) => {
    if (running.current) return;
    running.current = true;
    // The defaults of document 000's message panel (section 9), not those of 002's dialog.
    setResult({ state: 'progress', text: 'Carregando...' });
    try {
      await beforeSend();
      const { data } = await sendDraft((options) =>
        command(ticketRoutes.create, { body: ticketInputOf(draft) }, options),
      );
      setTicketId(data.id ?? null);
      setResult({ state: 'success', text: ticketWording(data.message || 'Ação concluída!') });
    } catch (error) {
      const fields = error instanceof CallFailure ? error.fields : {};
      // DraftEnd says what became of a draft that was sent elsewhere.
      setResult(endIn(error) ? null : failed(error, fields));
      onRefused(fields);
    } finally {
      running.current = false;
      // Lists now contain the new ticket, and returnable quantities have changed, whether by this ticket or by someone
      // else's.
      void refetch(ticketRoutes.create);
    }
  };

  return { send, result, ticketId, created: result?.state === 'success', dismiss: () => setResult(null) };
}

/** The server's message, followed by its field errors without duplicates. */
function failed(error: unknown, fields: Record<string, string>): Result {
  const text = errorText(error);
  const details = [...new Set(Object.values(fields))].filter((detail) => detail !== text).slice(0, 5);
  const requestId = requestIdOf(error);
  return { state: 'error', text: [text, ...details].join('\n'), ...(requestId && { requestId }) };
}
