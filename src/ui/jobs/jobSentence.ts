import { formatCount } from '../../../contract/rules/format.ts';
import type { BulkAction, BulkSummary } from '../../../contract/sac/ticketBulk.ts';
import { countText } from '../components/countText.ts';
import { jobWords } from './jobWords.ts';

type Pair = [one: string, many: string];

interface Sentence {
  verb: string;
  doing: string;
  rows: Pair;
  done: Pair;
  refused: Pair;
  /** Of those that a stopped job never reached. */
  untouched: string;
}

const ofTickets = (action: BulkAction): Sentence => {
  const { verb, doing, done } = jobWords[action];
  return {
    verb,
    doing,
    rows: ['ticket', 'tickets'],
    done: [`ticket ${done[0]}`, `tickets ${done[1]}`],
    refused: ['recusado', 'recusados'],
    untouched: 'sem mudança',
  };
};

const OF_AUTOMATIONS: Sentence = {
  verb: 'Criar agendas',
  doing: 'Criando agendas para',
  rows: ['cliente', 'clientes'],
  done: ['agenda criada', 'agendas criadas'],
  refused: ['cliente sem agenda', 'clientes sem agenda'],
  untouched: 'clientes não vistos',
};

const count = (value: number, pair: Pair): string => formatCount(value, ...pair);

/** 'Arquivando 1.284 tickets', '58 tickets atribuídos, 2 recusados', '640 agendas criadas, 12 clientes sem agenda'. */
export function jobSentence(job: Omit<BulkSummary, 'falharam'>, failed: number): string {
  const words = job.acao === 'executar-automacao' ? OF_AUTOMATIONS : ofTickets(job.acao);
  if (job.situacao === 'NA_FILA') return `${words.verb}: ${count(job.total, words.rows)} na fila`;
  if (job.situacao === 'EXECUTANDO') return `${words.doing} ${count(job.total, words.rows)}`;
  const parts = [
    count(job.processados - failed, words.done),
    ...(failed > 0 ? [count(failed, words.refused)] : []),
    ...(job.situacao === 'CANCELADO' ? [`${countText(job.total - job.processados)} ${words.untouched}`] : []),
  ];
  return parts.join(', ');
}
