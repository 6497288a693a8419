import type { FlowStep } from '../../../../contract/rules/flow.ts';

/** The strip of a step: what is being waited for there. */
export function nodeTone({ terminal, status_ao_entrar }: FlowStep): string {
  if (terminal) return 'end';
  if (status_ao_entrar === 'AGUARDANDO_CLIENTE' || status_ao_entrar === 'AGUARDANDO_TERCEIRO')
    return 'waiting';
  return status_ao_entrar === 'ABERTO' ? 'open' : 'work';
}
