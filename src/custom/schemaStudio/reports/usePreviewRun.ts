import { useEffect, useRef, useState } from 'react';
import { reportDeskRoutes } from '../../../../contract/sac/reportDesk.ts';
import type { ReportResult } from '../../../../contract/sac/reports.ts';
import { call } from '../../../dataProvider/call.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import type { Content } from '../editors.ts';
import { reportOf } from './reportEdits.ts';

/** Milliseconds to wait after the last change. */
const PAUSE = 900;

/**
 * Runs the draft on real data again whenever something the data depends on changed. Only one run at a time: changes made
 * meanwhile are covered by a single run after it. Nothing is requested while `waits` names a reason.
 */
export function usePreviewRun(content: Content, filtros: Record<string, unknown>, waits: string) {
  const [result, setResult] = useState<ReportResult | null>(null);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const key = JSON.stringify([runPart(content), filtros]);
  const latest = useRef({ content, filtros, key });
  latest.current = { content, filtros, key };
  const state = useRef({ running: false, again: false, gone: false });
  const run = useRef(async () => {
    const own = state.current;
    if (own.running) {
      own.again = true;
      return;
    }
    own.running = true;
    setBusy(true);
    do {
      own.again = false;
      const { content: conteudo, filtros: values } = latest.current;
      try {
        const { data } = await call(reportDeskRoutes.preview, { body: { conteudo, filtros: values } });
        if (!own.gone) {
          setResult(data);
          setError('');
        }
      } catch (failed) {
        if (!own.gone) setError(errorText(failed));
      }
    } while (own.again && !own.gone);
    own.running = false;
    if (!own.gone) setBusy(false);
  });
  useEffect(() => {
    const own = state.current;
    own.gone = false;
    return () => {
      own.gone = true;
    };
  }, []);
  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what the data depends on
  useEffect(() => {
    if (waits) return;
    const timer = setTimeout(() => void run.current(), isFirst.current ? 0 : PAUSE);
    isFirst.current = false;
    return () => clearTimeout(timer);
  }, [key, waits]);
  return { result, error: waits ? '' : error, busy, run: () => void run.current() };
}

/** The parts of the content that affect the data; titles, order and card do not. */
function runPart(content: Content): unknown {
  const { parametros, consulta, colunas } = reportOf(content);
  const columns = colunas.map(({ campo, tipo, casas, total }) => [campo, tipo, casas, total].join());
  return [parametros.schema, consulta, columns.sort()];
}
