import { useEffect, useRef, useState } from 'react';
import { reportDeskRoutes } from '../../../../contract/sac/reportDesk.ts';
import type { ReportResult } from '../../../../contract/sac/reports.ts';
import { call } from '../../../dataProvider/call.ts';
import { errorText } from '../../../ui/shell/errorText.ts';
import type { Content } from '../editorProps.ts';
import { reportOf } from './reportPlaces.ts';

/** Pause after the last change, ms. */
const PAUSE = 900;

/**
 * The draft with real data, made anew when something changed that the data depends on. One run at a time: what changes
 * meanwhile waits for its end and is run once. While `waits` says for what, nothing is asked.
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

/** Titles, order and card change no figure. */
function runPart(content: Content): unknown {
  const { parametros, consulta, colunas } = reportOf(content);
  const columns = colunas.map(({ campo, tipo, casas, total }) => [campo, tipo, casas, total].join());
  return [parametros.schema, consulta, columns.sort()];
}
