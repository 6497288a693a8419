import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';

const RowId = Type.Integer({ title: 'Código' });

/** The answer of every bulk action (DOMAIN.md section 5): one bad row never stops the rest. */
export const rowResults = {
  processados: Type.Integer({ title: 'Processados' }),
  sucesso: Type.Array(RowId, { title: 'Feitos' }),
  falhas: Type.Array(
    Type.Object({
      id: RowId,
      codigo: Type.String({ title: 'Código da recusa' }),
      mensagem: Type.String({ title: 'O que houve' }),
    }),
    { title: 'Recusados' },
  ),
};
export const RowResults = Type.Object(rowResults, { title: 'Resultado por linha' });
export type RowResults = Static<typeof RowResults>;
