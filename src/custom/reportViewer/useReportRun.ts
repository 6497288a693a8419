import { useCallback, useEffect, useRef, useState } from 'react';
import { type ReportResult, reportRoutes } from '../../../contract/sac/reports.ts';
import { call } from '../../dataProvider/call.ts';

export type FilterValues = Record<string, unknown>;

export interface ReportRunState {
  /** Of the last run that came to its end; stays while another is under way, and when that one fails. */
  result: ReportResult | null;
  /** When the one under way began. */
  since: number | null;
  error: unknown;
  cancelled: boolean;
}

const NOTHING: ReportRunState = { result: null, since: null, error: undefined, cancelled: false };

/** Generates a report, one at a time; leaving the page or asking anew ends the one before, on the server too. */
export function useReportRun(idRelatorio: string) {
  const [state, setState] = useState(NOTHING);
  const running = useRef<AbortController | null>(null);

  const end = useCallback(async () => {
    if (!running.current) return;
    running.current.abort();
    running.current = null;
    // Whether it was still running is for the server to say.
    await call(reportRoutes.cancel, { params: { idRelatorio } }, { outlives: true }).catch(() => {});
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
      setState((before) => ({ ...NOTHING, result: before.result, since: Date.now() }));
      const settle = (change: Partial<ReportRunState>) => {
        if (running.current !== own) return;
        running.current = null;
        setState((before) => ({ ...before, since: null, ...change }));
      };
      try {
        const input = { params: { idRelatorio }, body: { filtros } };
        const { data } = await call(reportRoutes.run, input, { signal: own.signal });
        settle({ result: data });
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
