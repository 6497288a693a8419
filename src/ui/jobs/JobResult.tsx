import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { styled } from '@mui/material/styles';
import { useEffect, useId } from 'react';
import { Link } from 'react-router-dom';
import { AWAY } from '#contract/rules/absence.ts';
import { countText, formatCount } from '#contract/rules/format.ts';
import { OF_COLLEAGUE } from '#contract/rules/tickets/taking.ts';
import {
  type BulkAction,
  type BulkData,
  type BulkJob,
  ticketBulkRoutes,
} from '#contract/sac/tickets/ticketBulk.ts';
import { useRouteCommand } from '#data/useRoute.ts';
import { Answered } from '../shell/states/StateMessage.tsx';
import { isRunning, jobSentence, useJob, useTicketRefresh } from './useJob.ts';

interface JobResultProps {
  idLote: string;
  /** Called when 'Tentar novamente os que falharam' has started a new job; only ticket actions can be retried this way. */
  onRetried?: (idLote: string) => void;
  /** Receives the job once all its rows are done. */
  onEnded?: (job: BulkJob) => void;
}

/** The progress of a job, then the result of each row; failed ones can be retried. */
export function JobResult({ idLote, onRetried, onEnded }: JobResultProps) {
  return (
    <Answered answer={useJob(idLote)} skeleton={<LinearProgress aria-label="Carregando o lote" />}>
      {({ data: job }) =>
        isRunning(job) ? (
          <Running job={job} />
        ) : (
          <Ended key={job.id} job={job} onRetried={onRetried} onEnded={onEnded} />
        )
      }
    </Answered>
  );
}

function Running({ job }: { job: BulkJob }) {
  const id = useId();
  const cancel = useRouteCommand(ticketBulkRoutes.cancel);
  return (
    <Stack>
      <p id={id}>{jobSentence(job, job.falhas.length)}</p>
      <LinearProgress
        aria-labelledby={id}
        variant={job.situacao === 'NA_FILA' ? 'indeterminate' : 'determinate'}
        value={(100 * job.processados) / job.total}
        sx={{ borderRadius: 2 }}
      />
      <div className="line">
        <span role="status">
          {countText(job.processados)} de {countText(job.total)}
          {job.falhas.length > 0 && `, ${countText(job.falhas.length)} com recusa`}
        </span>
        <Button
          color="inherit"
          variant="outlined"
          size="small"
          loading={cancel.isPending}
          onClick={() => cancel.mutate({ params: { idLote: job.id } })}
        >
          Parar
        </Button>
      </div>
      <small>Você pode fechar esta janela: o trabalho continua, e o andamento fica no topo da página.</small>
    </Stack>
  );
}

/** Refusals that a confirmation passes: the ticket is a colleague's, or goes to somebody who is away. */
const ASKED: ReadonlySet<string> = new Set([OF_COLLEAGUE, AWAY]);

interface EndedProps {
  job: BulkJob;
  onRetried: JobResultProps['onRetried'];
  onEnded: JobResultProps['onEnded'];
}

function Ended({ job, onRetried, onEnded }: EndedProps) {
  const { acao, falhas } = job;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each job, which has its own element
  useEffect(() => onEnded?.(job), []);
  const ofColleagues = falhas.filter(({ codigo }) => ASKED.has(codigo));
  const others = falhas.filter(({ codigo }) => !ASKED.has(codigo));
  return (
    <Stack>
      <p role="status">{jobSentence(job, falhas.length)}.</p>
      {falhas.length > 0 && (
        <Failures failures={falhas} path={acao === 'executar-automacao' ? '/clientes' : '/tickets'} />
      )}
      {acao !== 'executar-automacao' && onRetried && (
        <>
          {ofColleagues.length > 0 && (
            <Retry
              acao={acao}
              failures={ofColleagues}
              data={{ ...(job.dados as BulkData), confirmar: true }}
              label={`Confirmar e mudar o operador de ${formatCount(ofColleagues.length, 'ticket', 'tickets')}`}
              onRetried={onRetried}
            />
          )}
          {others.length > 0 && (
            <Retry
              acao={acao}
              failures={others}
              data={job.dados as BulkData}
              label={
                ofColleagues.length > 0 ? 'Tentar novamente os outros' : 'Tentar novamente os que falharam'
              }
              onRetried={onRetried}
            />
          )}
        </>
      )}
    </Stack>
  );
}

interface RetryProps {
  acao: BulkAction;
  failures: BulkJob['falhas'];
  data: BulkData;
  label: string;
  onRetried: (idLote: string) => void;
}

function Retry({ acao, failures, data, label, onRetried }: RetryProps) {
  const refresh = useTicketRefresh();
  const retry = useRouteCommand(ticketBulkRoutes.run, {
    onSuccess: ({ data }) => {
      refresh();
      onRetried(data.id);
    },
  });
  const body = { ids: failures.map(({ id }) => id), dados: data };
  return (
    <>
      {retry.error && (
        <p role="alert" className="problem">
          {retry.error.message}
        </p>
      )}
      <div>
        <Button
          variant="outlined"
          loading={retry.isPending}
          onClick={() => retry.mutate({ params: { acao }, body })}
        >
          {label}
        </Button>
      </div>
    </>
  );
}

/** Many rows fail for the same reason, so each reason is listed once with its tickets or customers. */
function Failures({ failures, path }: { failures: BulkJob['falhas']; path: string }) {
  const byReason = new Map<string, number[]>();
  for (const { id, mensagem } of failures) byReason.set(mensagem, [...(byReason.get(mensagem) ?? []), id]);
  return (
    <ul>
      {[...byReason].map(([reason, ids]) => (
        <li key={reason}>
          <strong>{reason}</strong>
          <span>
            {ids.slice(0, MAX_SHOWN).map((id) => (
              <Link key={id} to={`${path}/${id}`} target="_blank">
                {id}
              </Link>
            ))}
            {ids.length > MAX_SHOWN && `e mais ${countText(ids.length - MAX_SHOWN)}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

const MAX_SHOWN = 100;

const Stack = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  gap: 12,
  '& p': { margin: 0 },
  '& .line': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8 },
  '& small': { fontSize: 13, color: theme.vars.palette.components.textoSecundario },
  '& .problem': { color: theme.vars.palette.actions.perigo.text },
  '& ul': { listStyle: 'none', margin: 0, padding: 0, maxHeight: 260, overflow: 'auto' },
  '& li': { padding: '8px 0', borderTop: `1px solid ${theme.vars.palette.components.linha}` },
  '& li strong': { display: 'block', fontWeight: 500 },
  '& li span': { display: 'flex', flexWrap: 'wrap', gap: '2px 10px', fontSize: 13 },
  // Gives each link a target of its own, even among many others.
  '& li a': {
    minWidth: 24,
    lineHeight: '24px',
    color: theme.vars.palette.actions.primaria.text,
    fontVariantNumeric: 'tabular-nums',
  },
}));
