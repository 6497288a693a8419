import { useCallback, useEffect, useRef, useState } from 'react';
import { countText, formatCount, formatNumber } from '#contract/rules/format.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { type ReportResult, reportRoutes } from '#contract/sac/reports/reports.ts';
import { call } from '#data/call.ts';
import { ownZone } from '#data/session.ts';

export type FilterValues = Record<string, unknown>;

interface ReportRunState {
  /** The last completed run: its result and what it was asked; kept while another is running, and when that one fails. */
  generated: { result: ReportResult; filtros: FilterValues } | null;
  /** When the current run began. */
  since: number | null;
  error: unknown;
  cancelled: boolean;
}

const NOTHING: ReportRunState = { generated: null, since: null, error: undefined, cancelled: false };

/** Generates a report, one run at a time. Leaving the page or running again cancels the previous run, on the server too. */
export function useReportRun(idRelatorio: string) {
  const [state, setState] = useState(NOTHING);
  const running = useRef<AbortController | null>(null);

  const end = useCallback(async () => {
    if (!running.current) return;
    running.current.abort();
    running.current = null;
    // The server decides whether it was still running.
    await call(reportRoutes.cancel, { params: { idRelatorio } }, { surviveUnload: true }).catch(() => {});
  }, [idRelatorio]);

  useEffect(() => {
    setState(NOTHING);
    return () => void end();
  }, [end]);

  const run = useCallback(
    async (filtros: FilterValues) => {
      await end();
      const own = new AbortController();
      running.current = own;
      setState((before) => ({ ...NOTHING, generated: before.generated, since: Date.now() }));
      const settle = (change: Partial<ReportRunState>) => {
        if (running.current !== own) return;
        running.current = null;
        setState((before) => ({ ...before, since: null, ...change }));
      };
      try {
        const input = { params: { idRelatorio }, body: { filtros } };
        const { data } = await call(reportRoutes.run, input, { signal: own.signal });
        settle({ generated: { result: data, filtros } });
      } catch (error) {
        settle({ error });
      }
    },
    [idRelatorio, end],
  );

  const cancel = useCallback(async () => {
    setState((before) => ({ ...before, since: null, cancelled: true }));
    await end();
  }, [end]);

  return { ...state, run, cancel };
}

/** '0,8 s', '12,0 s', '1 min 20 s'. */
export function secondsText(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${formatNumber(String(seconds), 1)} s`;
  return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`;
}

const rowsText = (rows: number): string => formatCount(rows, 'linha', 'linhas');

/** E.g. '132 linhas · 0,8 s · gerado em 21/11/2026 14:32'. */
export const factsText = ({ linhas, milissegundos, gerado }: ReportResult): string =>
  [
    rowsText(linhas.length),
    secondsText(milissegundos),
    `gerado em ${formatDateTime(gerado, ownZone())}`,
  ].join(' · ');

export const cutText = ({ limite }: ReportResult): string =>
  `Resultado cortado: há mais linhas do que as ${countText(limite)} que cabem na tela. Os totais contam todas. Restrinja os filtros ou exporte o relatório.`;
