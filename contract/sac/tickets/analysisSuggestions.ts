import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { defineRoutes, Id, Nullable, Strict } from '../../route.ts';
import { analysisCounters } from '../../rules/steps/returnedGoods.ts';
import { ANALYSIS_PROPOSALS, type AnalysisProposal } from '../../rules/steps/suggestedAnalysis.ts';

/** What is proposed to the analyst of one line. It decides nothing: a person takes it over, changes it, or leaves it. */
export const AnalysisSuggestion = Type.Object(
  {
    id: Id('Item'),
    proposta: Type.Unsafe<AnalysisProposal>(
      Type.Union(
        Object.entries(ANALYSIS_PROPOSALS).map(([value, title]) => Type.Literal(value, { title })),
        { title: 'Proposta', description: 'OLHAR: sem proposta, uma pessoa precisa ver' },
      ),
    ),
    motivos: Type.Array(Type.String({ title: 'Motivo' }), {
      title: 'Motivos',
      description: 'O que decidiu vem primeiro',
    }),
    /** How what is refused is counted, and the reason that is written to it; `null` unless it proposes to refuse. */
    recusa: Nullable(
      Type.Object({
        contador: Type.Union(
          analysisCounters.map(({ key, label }) => Type.Literal(key, { title: label })),
          { title: 'Contagem' },
        ),
        motivo: Type.String({ title: 'Motivo do que não foi autorizado' }),
      }),
    ),
    /** Sent back with the decision, so that what was seen is what is measured. */
    marca: Type.String({ title: 'Marca' }),
  },
  { title: 'Sugestão de análise' },
);
export type AnalysisSuggestion = Static<typeof AnalysisSuggestion>;

export const analysisSuggestionRoutes = defineRoutes({
  /** The handler checks the permission of the step itself, as for leaving it. Empty outside an analysis. */
  ofTicket: {
    method: 'GET',
    path: '/sac/tickets/{idTicket}/sugestoes-analise',
    summary: 'Sugestões para a análise da devolução de um ticket',
    permission: 'SAC_TICKETS',
    params: Strict({ idTicket: Id('Ticket') }),
    response: Type.Array(AnalysisSuggestion),
  },
});
