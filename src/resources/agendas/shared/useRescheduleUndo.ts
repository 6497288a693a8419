import { agendaRoutes } from '#contract/callcenter/agendas/agendas.ts';
import { formatCount } from '#contract/rules/format.ts';
import type { UndoableAct } from '#contract/rules/undo.ts';
import { useUndoOffer } from '#ui/undo/useUndoOffer.tsx';

interface Rescheduled {
  id: number;
  /** The version that the act left, where its answer says it. */
  versao?: number;
}

type AgendaAct = Extract<UndoableAct, 'rescheduleAgenda' | 'rescheduleAgendas'>;

/** Says what was rescheduled, and offers the moments of before. */
export function useRescheduleUndo(): (
  act: AgendaAct,
  message: string,
  agendas: readonly Rescheduled[],
) => void {
  const offer = useUndoOffer();
  return (act, message, agendas) =>
    offer(act, {
      message,
      shows: agendaRoutes.undoReschedule,
      undo: async (send) => {
        const { sucesso, falhas } = await send(agendaRoutes.undoReschedule, {
          body: { agendas: [...agendas] },
        });
        const [refused] = falhas;
        if (refused && sucesso.length === 0) throw new Error(refused.mensagem);
        const unchangedText = refused
          ? ` ${formatCount(falhas.length, 'fica como está', 'ficam como estão')}: ${refused.mensagem}`
          : '';
        return `${formatCount(sucesso.length, 'agenda voltou', 'agendas voltaram')} à data de antes.${unchangedText}`;
      },
    });
}
