import { useNotify } from 'ra-core';
import { useRef, useState } from 'react';
import type { AgendaRow } from '#contract/callcenter/agendas/agendaShapes.ts';
import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { serviceRecordRoutes } from '#contract/callcenter/agendas/serviceRecords.ts';
import type { Route } from '#contract/route.ts';
import { useRefetch } from '#data/refetch.ts';
import { useCommand, useRoute } from '#data/useRoute.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { confirmedBy, isContactQuestion } from '../ConfirmContact.tsx';

interface OutcomesOf {
  idCli: number;
  agenda: AgendaRow | null;
  note: string;
  /** Why the next contact is planned although something speaks against it. */
  confirmar: string;
  onDone: () => void;
}

const NOT_ANSWERED = 'Não atendeu';

/**
 * What may be said of a contact, and how it is written: an agenda is finished with one of its reasons, or moved where nobody answered; a
 * contact that was not planned is a conversation, or a new agenda.
 */
export function useOutcomes({ idCli, agenda, note, confirmar, onDone }: OutcomesOf) {
  const { can } = useCan();
  const command = useCommand();
  const refetch = useRefetch();
  const notify = useNotify();
  const [question, setQuestion] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [isPending, setIsPending] = useState(false);
  // Two presses may come before the first is drawn.
  const isSending = useRef(false);
  const reasons = useReasons(agenda !== null);
  const reason = confirmedBy(confirmar);

  const send = async (route: Route, run: () => Promise<{ data: { message: string } }>) => {
    if (isSending.current) return;
    isSending.current = true;
    setIsPending(true);
    setQuestion(undefined);
    setProblem(undefined);
    try {
      const { data } = await run();
      notify(data.message, { type: 'success' });
      onDone();
    } catch (error) {
      if (isContactQuestion(error)) setQuestion(error.message);
      else setProblem(errorText(error));
    } finally {
      isSending.current = false;
      setIsPending(false);
    }
    void refetch(route);
  };

  const change = (body: object) => {
    if (agenda === null) return;
    const { update } = agendaRoutes;
    const input = { params: { id: agenda.id }, body: { versao: agenda.versao, ...reason, ...body } };
    void send(update, () => command(update, input));
  };

  return {
    reasons,
    question,
    problem,
    isPending,
    mayCallAgain: can('AGENDA_EDITAR'),
    finish: (id: number, next: string | null) => {
      if (agenda)
        return change({
          idMotivoFinalizacao: id,
          ...(note.trim() && { observacao: note }),
          ...(next !== null && { proxima: next }),
        });
      const { create } = serviceRecordRoutes;
      const body = {
        ...{ cliente_id: idCli, motivo_id: id, descricao: note },
        ...(next !== null && { data_retorno: next, ...reason }),
      };
      return void send(create, () => command(create, { body }));
    },
    callAgain: (moment: string) => {
      if (agenda)
        return change({
          ...{ data_agendada: moment, motivo: [NOT_ANSWERED, note.trim()].filter(Boolean).join('. ') },
          ...{ discadora_status: 'LIGACAO_NAO_ATENDIDA', discadora_origem: 'MANUAL' },
        });
      const { create } = agendaRoutes;
      const body = {
        ...{ idCli, assunto: 'Ligar de novo: não atendeu', descricao: note, data_agendada: moment },
        ...reason,
      };
      return void send(create, () => command(create, { body }));
    },
  };
}

/** The company's own reasons: why an agenda ended, or what a conversation was about. */
function useReasons(isPlanned: boolean) {
  const { can } = useCan();
  const queryOptions = { staleTime: 600_000 };
  const ends = useRoute(
    agendaRoutes.finishReasons,
    {},
    { ...queryOptions, enabled: isPlanned && can('AGENDA_EDITAR') },
  );
  const subjects = useRoute(
    serviceRecordRoutes.reasons,
    {},
    { ...queryOptions, enabled: !isPlanned && can('ATENDIMENTO') },
  );
  const answer = isPlanned ? ends : subjects;
  const list: readonly { id: number; nome: string }[] = isPlanned
    ? (ends.data ?? [])
    : (subjects.data ?? []).map(({ id, desc }) => ({ id, nome: desc }));
  // Who may write no conversation is asked for none, and waits for nothing.
  return { list, answer, isAwaited: answer.isPending && answer.fetchStatus !== 'idle' };
}
