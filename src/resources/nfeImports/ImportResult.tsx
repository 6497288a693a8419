import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type NfeOutcome, nfeOutcome } from '#contract/catalogs/nfe.ts';
import {
  type NfeEmitter,
  type NfeImport,
  NfeImportRow,
  nfeImportRoutes,
} from '#contract/config/nfeImports.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { countText, formatCount } from '#contract/rules/format.ts';
import { formatAccessKey } from '#contract/rules/nfe/accessKey.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import type { Column } from '#ui/components/DataTable/columns.ts';
import { DataTable } from '#ui/components/DataTable/DataTable.tsx';
import { Section } from '#ui/components/detail/Section.tsx';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { AnswerPages } from '#ui/components/PageLinks/PageLinks.tsx';
import { fieldColumn } from '#ui/lists/fieldColumn.tsx';
import { chip } from '#ui/lists/shown.tsx';
import { EmptyState, Failure } from '#ui/shell/states/StateMessage.tsx';
import { DeclareSale } from './DeclareSale.tsx';

const PER_PAGE = 25;

/** The files of an import with their outcomes; the refused ones are shown first. */
export function ResultRows({ job }: { job: ImportView }) {
  const counts = countsOf(job);
  const refused = counts.some(({ row }) => row.value === 'RECUSADA');
  const [chosen, setChosen] = useState<NfeOutcome | 'TODAS' | null>(null);
  const [page, setPage] = useState(1);
  const shown = chosen ?? (refused ? 'RECUSADA' : 'TODAS');
  const { data, error, refetch } = useRoute(
    nfeImportRoutes.rows,
    {
      params: { id: job.id },
      query: { page, take: PER_PAGE, ...(shown !== 'TODAS' && { resultado: shown }) },
    },
    { refetchInterval: isRunning(job) ? 2_000 : false, placeholderData: (before) => before },
  );
  const choose = (value: NfeOutcome | 'TODAS' | null) => {
    if (!value) return;
    setChosen(value);
    setPage(1);
  };
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={shown}
        onChange={(_, value: NfeOutcome | 'TODAS' | null) => choose(value)}
        aria-label="Arquivos mostrados"
        sx={{ flexWrap: 'wrap' }}
      >
        <ToggleButton value="TODAS">Todos</ToggleButton>
        {counts.map(({ row, quantidade }) => (
          <ToggleButton key={row.value} value={row.value}>
            {row.label} ({countText(quantidade)})
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Failure answer={{ data, error, refetch }} />
      <DataTable
        label="Arquivos da importação"
        columns={COLUMNS}
        rows={data?.itens ?? []}
        rowId={placeOf}
        empty={<EmptyState title="Nenhum arquivo" text="Nenhum arquivo teve este resultado." />}
        maxHeight="60vh"
      />
      <AnswerPages page={page} paginator={data?.paginator} onPage={setPage} noun={['arquivo', 'arquivos']} />
    </Box>
  );
}

const placeOf = ({ lugar }: NfeImportRow) => lugar;

const COLUMNS: Column<NfeImportRow>[] = [
  fieldColumn(NfeImportRow, 'arquivo', { minWidth: 160, card: 'title' }),
  fieldColumn(NfeImportRow, 'resultado', { width: 190, card: 'corner', shown: chip(nfeOutcome) }),
  {
    id: 'mensagem',
    label: 'O que houve',
    minWidth: 280,
    card: 'fact',
    render: (row) => (
      <span style={{ whiteSpace: 'normal' }}>
        {row.mensagem}{' '}
        {row.podeSerVenda && <DeclareSale chave={row.chave} name={row.arquivo} text={row.mensagem} />}
      </span>
    ),
  },
  {
    id: 'chave',
    label: 'Chave de acesso',
    width: 190,
    card: 'fact',
    render: ({ chave }) =>
      chave ? <span style={{ whiteSpace: 'normal' }}>{formatAccessKey(chave)}</span> : '—',
  },
];

/** An import as returned by the server. */
export type ImportView = Pick<NfeImport, Exclude<keyof NfeImport, 'contagem'>> & {
  contagem: readonly { resultado: NfeOutcome; quantidade: number }[];
};

export const isRunning = ({ situacao }: Pick<ImportView, 'situacao'>): boolean =>
  situacao === 'NA_FILA' || situacao === 'EXECUTANDO';

/** A short description of what was sent: the file name, or the number of files. */
export function sentText({ arquivos, emitente }: Pick<ImportView, 'arquivos' | 'emitente'>): string {
  if (emitente) return `Notas guardadas de ${emitente}`;
  const [only, ...more] = arquivos;
  if (!only) return 'Notas guardadas';
  return only && more.length === 0 ? only : formatCount(arquivos.length, 'arquivo', 'arquivos');
}

/** The import's outcome or progress. */
export function stateText({ situacao, processados, total, falha }: ImportView): string {
  if (situacao === 'NA_FILA') return 'Na fila';
  if (situacao === 'EXECUTANDO') return `${processados} de ${total ?? '…'}`;
  if (situacao === 'CANCELADO') return `Parada depois de ${processados} de ${total ?? 0}`;
  if (situacao === 'FALHOU') return falha || 'Interrompida';
  return formatCount(processados, 'arquivo lido', 'arquivos lidos');
}

/** The counts in the catalogue's order. */
export const countsOf = ({ contagem }: ImportView) =>
  nfeOutcome.flatMap((row) => {
    const quantidade = contagem.find(({ resultado }) => resultado === row.value)?.quantidade ?? 0;
    return quantidade > 0 ? [{ row, quantidade }] : [];
  });

/**
 * Emitters of invoices that are not a branch, each listed once with its number of invoices and a button to create the branch.
 */
export function UnknownEmitters({ running }: { running: boolean }) {
  const client = useQueryClient();
  const [requested, setRequested] = useState<NfeEmitter | null>(null);
  const [said, setSaid] = useState('');
  const { data } = useRoute(nfeImportRoutes.emitters, {});
  const adopt = useRouteCommand(nfeImportRoutes.adopt);
  useEffect(() => {
    // The emitters found by an import are available when it has ended.
    if (!running) void client.invalidateQueries({ queryKey: routeKey(nfeImportRoutes.emitters) });
  }, [client, running]);
  const confirm = async () => {
    if (!requested) return;
    const { data: made } = await adopt.mutateAsync({ params: { cnpj: requested.cnpj } });
    setSaid(made.message);
    setRequested(null);
    await client.invalidateQueries({ queryKey: routeKey(nfeImportRoutes.list) });
  };
  if (!said && (data ?? []).length === 0) return null;
  return (
    <Section
      title="Emitentes desconhecidos"
      description="As notas deles estão guardadas e ainda não tiveram efeito. Se são de fornecedores, deixe como está; se são das suas filiais, informe que são suas."
    >
      <div role="status">
        {said && (
          <Alert severity="success" sx={{ mb: 3 }}>
            {said}
          </Alert>
        )}
      </div>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 3 }}>
        {data?.map((emitter) => (
          <Box
            key={emitter.cnpj}
            component="li"
            sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}
          >
            <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
              {emitter.nome}
              <SecondaryText as="div">{factsOf(emitter)}</SecondaryText>
            </Box>
            <Button variant="outlined" size="small" onClick={() => setRequested(emitter)}>
              {emitter.filial ? 'Importar notas' : 'É filial nossa'}
            </Button>
          </Box>
        ))}
      </Box>
      {requested && (
        <ConfirmDialog
          open
          title={requested.filial ? 'Importar as notas guardadas?' : 'Tornar filial?'}
          text={
            requested.filial
              ? `${formatCount(requested.notas, 'nota guardada será importada', 'notas guardadas serão importadas')}.`
              : `${requested.nome} (${formatDocument(requested.cnpj)}) será cadastrada como filial com os dados da nota, e ${formatCount(requested.notas, 'nota guardada será importada', 'notas guardadas serão importadas')}.`
          }
          confirmLabel={requested.filial ? 'Importar' : 'Tornar filial'}
          onConfirm={confirm}
          onCancel={() => setRequested(null)}
        />
      )}
    </Section>
  );
}

function factsOf({ cnpj, uf, notas, de, ate }: NfeEmitter): string {
  const days = de && ate ? ` de ${formatCalendarDate(de)} a ${formatCalendarDate(ate)}` : '';
  return [formatDocument(cnpj), uf, `${formatCount(notas, 'nota', 'notas')}${days}`]
    .filter(Boolean)
    .join(' · ');
}
