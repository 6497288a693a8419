import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type ImportType, importRoutes } from '#contract/records/routes/imports.ts';
import type {
  ImportSettings,
  ImportState,
  ImportSummary,
  RecordImport,
} from '#contract/records/routes/recordImport.ts';
import { downloadRoute } from '#data/fileTransfer.ts';
import { routeKey, useRoute, useRouteCommand } from '#data/useRoute.ts';

/** Polling interval of a running import, in ms. */
const POLL_INTERVAL = 1_000;

interface Decisions {
  planilha?: number;
  linhaTitulo?: number;
  colunas?: (string | null)[];
  ajustes?: ImportSettings;
}

/** One import and the actions the person may perform on it. Polled while it runs. */
export function useImport(chave: string, idImportacao: string, onWritten?: () => void) {
  const queries = useQueryClient();
  const input = { params: { chave, idImportacao } };
  const found = useRoute(importRoutes.get, input, {
    refetchInterval: ({ state }) => (state.data && isRunning(state.data.data) ? POLL_INTERVAL : false),
  });
  const job = found.data?.data;
  const keep = (answer: { data: RecordImport }) =>
    queries.setQueryData(routeKey(importRoutes.get, input), answer);
  // Refused, for example because another window was faster: refetches the current state, shown along with the refusal.
  const settled = { onSuccess: keep, onError: () => void found.refetch() };
  const match = useRouteCommand(importRoutes.match, settled);
  const run = useRouteCommand(importRoutes.run, settled);
  const cancel = useRouteCommand(importRoutes.cancel, settled);
  const preset = useRouteCommand(importRoutes.savePreset, { onSuccess: () => found.refetch() });
  const written = job?.situacao === 'CONCLUIDO';
  useEffect(() => {
    // Lists and forms of the type show data from before the import.
    if (!written) return;
    void queries.invalidateQueries({ queryKey: [`cadastros/${chave}`] });
    onWritten?.();
  }, [written, chave, queries, onWritten]);
  const versao = job?.versao ?? 1;
  return {
    found,
    job,
    keep,
    refetch: () => void found.refetch(),
    error: match.error ?? run.error ?? cancel.error ?? preset.error,
    busy: match.isPending || run.isPending || cancel.isPending,
    match: (body: Decisions) => match.mutate({ ...input, body: { versao, ...body } }),
    run: () => run.mutate({ ...input, body: { versao } }),
    cancel: () => cancel.mutate(input),
    keepPreset: (nome: string) => preset.mutate({ ...input, body: { nome } }),
    refused: (formato: 'csv' | 'xlsx') =>
      downloadRoute(
        importRoutes.refused,
        { ...input, query: { formato } },
        `${job?.arquivo.replace(/\.[^.]*$/, '')} - recusadas.${formato}`,
      ),
  };
}

export type ImportFlow = ReturnType<typeof useImport>;

/** What is imported, and where it is located in the console. */
export interface ImportPlace {
  type: ImportType;
  /** Path of the page with the drop area. */
  start: string;
  /** Path of a single import. */
  one: (id: string) => string;
  /** Path of the list with the imported records. */
  list: string;
}

const STATES: Record<ImportState, string> = {
  CONFERENCIA: 'Em conferência',
  NA_FILA: 'Na fila',
  EXECUTANDO: 'Gravando',
  CONCLUIDO: 'Concluída',
  CANCELADO: 'Cancelada',
  FALHOU: 'Parou',
};

/** The display text of an import's state. */
export const importStateText = ({
  situacao,
  simulacao,
}: Pick<ImportSummary, 'situacao' | 'simulacao'>): string =>
  situacao === 'EXECUTANDO' && simulacao ? 'Simulando' : STATES[situacao];

export const isRunning = ({ situacao }: Pick<ImportSummary, 'situacao'>): boolean =>
  situacao === 'NA_FILA' || situacao === 'EXECUTANDO';
