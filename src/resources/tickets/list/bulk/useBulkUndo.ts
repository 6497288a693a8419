import { type BulkJob, ticketBulkRoutes } from '#contract/sac/tickets/ticketBulk.ts';
import { UNDOABLE_BULK } from '#contract/sac/tickets/undoableBulk.ts';
import { ticketWording } from '#data/session.ts';
import { setHasJobs } from '#ui/jobs/jobsFlag.ts';
import { isRunning, jobSentence } from '#ui/jobs/useJob.ts';
import { useUndoOffer } from '#ui/undo/useUndoOffer.tsx';

/**
 * Offers to take back what a job has just done to tickets, on each of them to which nothing happened since. Says whether there was
 * anything to offer.
 */
export function useBulkUndo(): (job: BulkJob) => boolean {
  const offer = useUndoOffer();
  return (job) => {
    // What a macro did has a way back only if the server says so.
    const isOffered = job.acao === 'macro' ? job.desfaz : UNDOABLE_BULK.some((each) => each === job.acao);
    if (job.sucesso.length === 0 || !isOffered) return false;
    offer('bulkOnTickets', {
      message: ticketWording(`${jobSentence(job, job.falhas.length)}.`),
      shows: ticketBulkRoutes.run,
      undo: async (send) => {
        const { data } = await send(ticketBulkRoutes.run, {
          params: { acao: 'desfazer' },
          body: { ids: job.sucesso, dados: { lote: job.id } },
        });
        if (isRunning(data)) setHasJobs(true);
        const [refused] = data.falhas;
        if (refused && data.sucesso.length === 0) throw new Error(refused.mensagem);
        return ticketWording(`${jobSentence(data, data.falhas.length)}.`);
      },
    });
    return true;
  };
}
