import type { FlowTransition, OpenStep } from '../../../../contract/rules/flow.ts';
import type { FlowFacts } from '../../../../contract/rules/flowCondition.ts';
import { needsStepData, openWays, wayTo } from '../../../../contract/rules/flowMoves.ts';
import { type StepData, stepData } from '../../../../contract/rules/stepInput.ts';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../db/client.ts';
import { invalid, Refusal } from '../../../errors.ts';
import type { TicketRecord } from '../change/lockTicket.ts';
import { applyStepData, type StepEffect } from '../steps/applyStepData.ts';
import type { GivenEnding } from './ending.ts';
import { currentFacts, requireWorker, type Work } from './openWork.ts';
import { takeWay } from './takeWay.ts';

export interface Leaving {
  /** The step that was chosen; `null` takes the standard way. */
  chosen: string | null;
  /** Why, where the way asks for it. */
  motivo: string;
  ending: GivenEnding;
  data: StepData;
}

export interface Left {
  ticket: TicketRecord;
  way: OpenStep;
}

const NOTHING: StepEffect = { set: {}, note: '', after: {} };

/**
 * Takes a ticket out of its step. First what the step demands is judged and written (unless the way is a detour,
 * contract/rules/flowMoves.ts), then the facts are read anew, and only by them the way is judged: an analysis that
 * denies every line opens another way than one that approves some.
 */
export async function leaveStep(tx: Tx, ctx: Context, work: Work, leaving: Leaving): Promise<Left> {
  const { ticket, flow, step } = work;
  const { chosen, data } = leaving;
  requireWorker(ctx, work);
  requireKnown(work, chosen);
  const needed = needsStepData(flow, step.chave, chosen);
  if (!needed) refuseUnusedData(data);
  const effect = needed ? await applyStepData(tx, ctx, { ticket, step, data }) : NOTHING;
  const facts = await currentFacts(tx, work, effect.set);
  const way = wayTo(flow, step.chave, facts, chosen);
  if (!way) throw chooseAnother(work, facts, chosen);
  requireReason(way.transition, leaving);
  return { ticket: await takeWay(tx, ctx, work, { ...leaving, way, facts, effect }), way };
}

/** Asked before the data: a step that this one never leads to is a mistake whatever the data say. */
function requireKnown({ flow, step }: Work, chosen: string | null): void {
  if (chosen === null) return;
  const known = flow.transicoes.some(({ de, para }) => de === step.chave && para === chosen);
  if (!known) throw invalid({ etapa: `Da etapa ${step.descricao} o ticket não pode seguir para ${chosen}.` });
}

/** What a person worked on is never dropped in silence. */
function refuseUnusedData(data: StepData): void {
  const given = (Object.keys(stepData) as (keyof StepData)[]).find((key) => data[key] !== undefined);
  if (given) throw invalid({ [given]: 'Este caminho não grava os dados da etapa. Envie-o sem eles.' });
}

/** Ending by `finalizar` says why in its observation. */
function requireReason({ exige_motivo, rotulo }: FlowTransition, { motivo, ending }: Leaving): void {
  if (!exige_motivo || motivo !== '') return;
  throw invalid({ [ending.field === '' ? 'obs' : 'motivo']: `Informe o motivo de "${rotulo}".` });
}

/** `caminhos` are the ways that are open by what was given: nothing of it was written. */
function chooseAnother({ flow, step }: Work, facts: FlowFacts, chosen: string | null): Refusal {
  const open = openWays(flow, step.chave, facts);
  const names = open.map(({ transition }) => `"${transition.rotulo}"`).join(', ');
  const message =
    open.length === 0
      ? `A etapa ${step.descricao} ainda não tem saída aberta. Confira o que falta nela.`
      : `${chosen === null ? 'O caminho padrão não está aberto' : 'Este caminho não está aberto'}. Escolha: ${names}.`;
  return new Refusal(
    422,
    'ESCOLHA_ETAPA',
    message,
    { etapa: message },
    {
      caminhos: open.map(({ step: to, transition }) => ({
        para: to.chave,
        descricao: to.descricao,
        tipo: transition.tipo,
        rotulo: transition.rotulo,
        exige_motivo: transition.exige_motivo,
        resultado: transition.resultado ?? null,
        terminal: to.terminal,
      })),
    },
  );
}
