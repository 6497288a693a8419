import { formatCount } from '../../../contract/rules/format.ts';
import type { BulkAction, BulkSummary } from '../../../contract/sac/ticketBulk.ts';

interface Words {
  /** The verb on its button, and of the dialog. */
  verb: string;
  doing: string;
  /** After a number of tickets. */
  done: [one: string, many: string];
}

export const jobWords: Record<BulkAction, Words> = {
  atribuir: { verb: 'Atribuir', doing: 'Atribuindo', done: ['atribuído', 'atribuídos'] },
  encaminhar: { verb: 'Encaminhar', doing: 'Encaminhando', done: ['encaminhado', 'encaminhados'] },
  'nota-privada': { verb: 'Anotar', doing: 'Anotando em', done: ['com a nota', 'com a nota'] },
  avancar: { verb: 'Avançar etapa', doing: 'Avançando', done: ['avançado', 'avançados'] },
  arquivar: { verb: 'Arquivar', doing: 'Arquivando', done: ['arquivado', 'arquivados'] },
  desarquivar: { verb: 'Desarquivar', doing: 'Desarquivando', done: ['desarquivado', 'desarquivados'] },
  reabrir: { verb: 'Reabrir', doing: 'Reabrindo', done: ['reaberto', 'reabertos'] },
  'gerar-coletas': { verb: 'Gerar coletas', doing: 'Gerando coletas de', done: ['em coleta', 'em coleta'] },
};

export const ticketCount = (count: number): string => formatCount(count, 'ticket', 'tickets');

export const isRunning = ({ situacao }: Pick<BulkSummary, 'situacao'>): boolean =>
  situacao === 'NA_FILA' || situacao === 'EXECUTANDO';
