import { useCallback, useEffect, useRef } from 'react';
import { countText, formatCount } from '#contract/rules/format.ts';
import { type BulkAction, type BulkSummary, ticketBulkRoutes } from '#contract/sac/tickets/ticketBulk.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRoute } from '#data/useRoute.ts';
import { setHasJobs } from './jobsFlag.ts';

const POLL_INTERVAL = 1_000;

export const isRunning = ({ situacao }: Pick<BulkSummary, 'situacao'>): boolean =>
  situacao === 'NA_FILA' || situacao === 'EXECUTANDO';

/** A job and its rows, polled while it runs. */
export const useJob = (idLote: string) =>
  useRoute(
    ticketBulkRoutes.job,
    { params: { idLote } },
    { refetchInterval: ({ state }) => (state.data && !isRunning(state.data.data) ? false : POLL_INTERVAL) },
  );

/** The person's own jobs; the data they change is refetched when one ends. */
export function useJobs() {
  const refresh = useTicketRefresh();
  const running = useRef(0);
  const jobs = useRoute(
    ticketBulkRoutes.jobs,
    {},
    { refetchInterval: ({ state }) => (state.data?.some(isRunning) ? POLL_INTERVAL : false) },
  );
  const count = jobs.data?.filter(isRunning).length ?? 0;
  useEffect(() => {
    if (count < running.current) refresh();
    running.current = count;
  }, [count, refresh]);
  return jobs;
}

/** Shows jobs in the top bar that are still running from another browser, or from before the person signed in. */
export function useRunningNoted(enabled: boolean): void {
  const { data } = useRoute(ticketBulkRoutes.jobs, {}, { enabled });
  const some = data?.some(isRunning) ?? false;
  useEffect(() => {
    if (some) setHasJobs(true);
  }, [some]);
}

/** For use after a job changed tickets, and everything that shows them. */
export function useTicketRefresh() {
  const refetch = useRefetch();
  return useCallback(() => void refetch(ticketBulkRoutes.run), [refetch]);
}

type Pair = [one: string, many: string];

interface Sentence {
  verb: string;
  doing: string;
  rows: Pair;
  done: Pair;
  refused: Pair;
  /** Describes rows that a stopped job never reached. */
  untouched: string;
}

export const jobWords: Record<BulkAction, Words> = {
  atribuir: { verb: 'Atribuir', doing: 'Atribuindo', done: ['atribuído', 'atribuídos'] },
  distribuir: { verb: 'Distribuir', doing: 'Distribuindo', done: ['distribuído', 'distribuídos'] },
  encaminhar: { verb: 'Encaminhar', doing: 'Encaminhando', done: ['encaminhado', 'encaminhados'] },
  priorizar: {
    verb: 'Mudar prioridade',
    of: 'de',
    doing: 'Mudando a prioridade de',
    done: ['com a prioridade nova', 'com a prioridade nova'],
  },
  'mudar-prazo': {
    verb: 'Mudar prazo',
    of: 'de',
    doing: 'Mudando o prazo de',
    done: ['com o prazo novo', 'com o prazo novo'],
  },
  adiar: { verb: 'Adiar', doing: 'Adiando', done: ['adiado', 'adiados'] },
  retomar: { verb: 'Retomar', doing: 'Retomando', done: ['retomado', 'retomados'] },
  responder: { verb: 'Responder', doing: 'Respondendo', done: ['respondido', 'respondidos'] },
  'nota-privada': { verb: 'Anotar', of: 'em', doing: 'Anotando em', done: ['com a nota', 'com a nota'] },
  avancar: { verb: 'Avançar etapa', of: 'de', doing: 'Avançando', done: ['avançado', 'avançados'] },
  reclassificar: {
    verb: 'Mudar o tipo',
    of: 'de',
    doing: 'Mudando o tipo de',
    done: ['com o tipo novo', 'com o tipo novo'],
  },
  finalizar: { verb: 'Finalizar', doing: 'Finalizando', done: ['finalizado', 'finalizados'] },
  arquivar: { verb: 'Arquivar', doing: 'Arquivando', done: ['arquivado', 'arquivados'] },
  desarquivar: { verb: 'Desarquivar', doing: 'Desarquivando', done: ['desarquivado', 'desarquivados'] },
  reabrir: { verb: 'Reabrir', doing: 'Reabrindo', done: ['reaberto', 'reabertos'] },
  'gerar-coletas': {
    verb: 'Gerar coletas',
    of: 'de',
    doing: 'Gerando coletas de',
    done: ['em coleta', 'em coleta'],
  },
  macro: { verb: 'Usar macro', of: 'em', doing: 'Usando macro em', done: ['com a macro', 'com a macro'] },
  desfazer: {
    verb: 'Desfazer',
    of: 'em',
    doing: 'Desfazendo em',
    done: ['de volta ao que era', 'de volta ao que eram'],
  },
};

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

/** E.g. 'Arquivando 1.284 tickets', '58 tickets atribuídos, 2 recusados' or '640 agendas criadas, 12 clientes sem agenda'. */
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

interface Words {
  /** The verb used for its button and its dialog. */
  verb: string;
  /** Stands between the verb and the tickets where they are not its object. */
  of?: 'de' | 'em';
  doing: string;
  /** Follows the number of tickets. */
  done: [one: string, many: string];
}

/** The title of an action's dialog: 'Arquivar 25 tickets', 'Avançar etapa de 25 tickets'. */
export const bulkTitle = (action: BulkAction, tickets: number): string =>
  [jobWords[action].verb, jobWords[action].of, formatCount(tickets, 'ticket', 'tickets')]
    .filter(Boolean)
    .join(' ');
