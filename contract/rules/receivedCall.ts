import type { CallStatus } from '../callcenter/agendas/incomingCalls.ts';

const SITUATIONS: Readonly<Record<CallStatus, string>> = {
  TOCANDO: 'Tocando',
  ATENDIDA: 'Em conversa',
  ENCERRADA: 'Encerrada',
};

/** How far a call has got, in words; one that ended without a length was never answered. */
export const callSituation = ({ situacao, duracao }: { situacao: CallStatus; duracao: number | null }) =>
  situacao === 'ENCERRADA' && duracao === null ? 'Não atendida' : SITUATIONS[situacao];

/** '2:05', with hours only where there are some. */
export function callLength(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const two = (number: number) => String(number).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
