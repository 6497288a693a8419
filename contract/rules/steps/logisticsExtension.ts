import type { FlowFacts } from '../flowCondition.ts';
import type { Problem } from '../problem.ts';
import type { LogisticsInput } from '../stepInput.ts';
import { EXTENSION_DAYS } from '../ticketWizard.ts';

/** DOMAIN section 3: who was late and by how many days is confirmed, or the extension is refused with its reason. */
export function logisticsProblems(input: LogisticsInput): Problem[] {
  const { recusada, obs, dias_atraso, responsavel_id, responsavel } = input;
  if (recusada) return (obs ?? '').trim() ? [] : [at('obs', 'Informe por que a prorrogação foi recusada.')];
  const party = responsavel === 'TRANSPORTADORA' ? 'a transportadora' : 'o representante';
  return [
    ...(responsavel_id > 0 ? [] : [at('responsavel_id', `Escolha ${party}.`)]),
    ...(isLate(dias_atraso)
      ? []
      : [at('dias_atraso', `Informe de ${EXTENSION_DAYS.min} a ${EXTENSION_DAYS.max} dias de atraso.`)]),
  ];
}

export const logisticsFacts = ({ recusada }: LogisticsInput): FlowFacts => ({
  logistica_recusou: recusada === true,
});

const isLate = (days: number): boolean =>
  Number.isInteger(days) && days >= EXTENSION_DAYS.min && days <= EXTENSION_DAYS.max;

const at = (field: string, message: string): Problem => ({
  field: `prorrogacaoLogistica.${field}`,
  message,
});
