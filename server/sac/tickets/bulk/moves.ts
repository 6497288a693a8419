import { refused } from '../../../errors.ts';
import { NO_PROBLEMS, NONE, type RowAction } from '../../../jobs/bulkAction.ts';
import { advance } from '../moves/advance.ts';
import { archive, unarchive } from '../moves/archive.ts';
import { openWork } from '../moves/openWork.ts';
import { reopen } from '../moves/reopen.ts';

export const archiveRows: RowAction = {
  permission: 'TICKETS_ARQUIVAR',
  problems: NO_PROBLEMS,
  row: (ctx, idTicket) => archive({ params: { idTicket }, body: {} }, ctx),
};

export const unarchiveRows: RowAction = {
  permission: 'TICKETS_ARQUIVAR',
  problems: NO_PROBLEMS,
  row: (ctx, idTicket) => unarchive({ params: { idTicket }, body: {} }, ctx),
};

export const reopenRows: RowAction = {
  permission: 'TICKETS_REABRIR',
  problems: ({ motivo }) => (motivo?.trim() ? NONE : { motivo: 'Informe por que os tickets são reabertos.' }),
  row: (ctx, idTicket, { motivo = '' }) => reopen({ params: { idTicket }, body: { motivo } }, ctx),
};

/** Only where the step asks for nothing that a dialog would give; whether a pickup is confirmed, the ticket knows. */
export const advanceRows: RowAction = {
  permission: 'SAC_TICKETS',
  problems: NO_PROBLEMS,
  async row(ctx, idTicket) {
    await ctx.db.transaction(async (tx) => {
      const { step } = await openWork(tx, ctx, idTicket, undefined);
      if (step.exigencia && step.exigencia !== 'COLETA')
        throw refused(
          'ETAPA_PEDE_DADOS',
          `A etapa ${step.descricao} pede dados: avance-o na página do ticket.`,
        );
    });
    return advance({ params: { idTicket }, body: {} }, ctx);
  },
};
