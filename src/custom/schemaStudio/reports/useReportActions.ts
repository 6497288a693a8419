import { useEffect, useRef, useState } from 'react';
import { formOfParameters } from '#contract/rules/reports/parameterSchema.ts';
import type { ReportDefinition } from '#contract/rules/reports/report.ts';
import { sampled } from '#contract/rules/reports/sample.ts';
import { reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import { call } from '#data/call.ts';
import { CallFailure } from '#data/http.ts';
import { ownToday } from '#data/session.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import type { Content, PreviewProps } from '../editorProps.ts';
import { moved } from '../jsonPointer.ts';
import { fieldIn, useMap } from './relatedFields.ts';
import {
  missingColumns,
  parameterPlaces,
  parametersIn,
  type ReportPart,
  reportOf,
  withNewParameter,
} from './reportEdits.ts';

export type ReportActions = ReturnType<typeof useReportActions>;

/** The operations on a report in its picture, and the current selection. */
export function useReportActions(props: PreviewProps, chosen: ReportPart | null) {
  const { value, onChange, onPlace, readOnly = false } = props;
  const report = reportOf(value);
  const parameters = parametersIn(value);
  const { map } = useMap();
  const put = (next: ReportDefinition, pointer: string) => {
    onChange(next as unknown as Content);
    onPlace?.(pointer);
  };
  const column = chosen?.part === 'column' ? chosen.index : null;
  const parameter =
    chosen?.part === 'parameter' ? parameters.findIndex(({ parametro }) => parametro === chosen.name) : null;
  const moveColumn = (from: number, to: number) =>
    put({ ...report, colunas: moved(report.colunas, from, to) }, `/colunas/${to}`);
  const removeColumn = (index: number) => {
    const colunas = report.colunas.toSpliced(index, 1);
    put({ ...report, colunas }, colunas.length > 0 ? `/colunas/${Math.min(index, colunas.length - 1)}` : '');
  };
  const moveParameter = (from: number, to: number) =>
    put(
      { ...report, parametros: formOfParameters(moved(parameters, from, to)) },
      parameterPlaces(parameters[from]?.parametro ?? '')[0] ?? '',
    );
  const { consulta } = report;
  const ready = consulta.tipo === 'SQL' || map[consulta.conjunto] !== undefined;
  const addColumn = () => {
    const [found] = missingColumns(report, fieldIn(map, consulta.tipo === 'SQL' ? '' : consulta.conjunto));
    const columnToShow = found ?? { campo: '', titulo: 'Nova coluna', tipo: 'TEXTO' as const };
    const index = column === null ? report.colunas.length : column + 1;
    put({ ...report, colunas: report.colunas.toSpliced(index, 0, columnToShow) }, `/colunas/${index}`);
  };
  const at = column ?? parameter;
  const count = column === null ? parameters.length : report.colunas.length;
  const mayMove = (by: -1 | 1) => !readOnly && at !== null && at + by >= 0 && at + by < count;
  return {
    readOnly,
    moveColumn,
    removeColumn,
    mayMove,
    move: (by: -1 | 1) => {
      if (!mayMove(by) || at === null) return;
      if (column !== null) moveColumn(column, column + by);
      else moveParameter(at, at + by);
    },
    /**
     * Adds the first column that the query returns and the table lacks, or else an unbound one. Absent until the fields are
     * known.
     */
    addColumn: ready ? addColumn : undefined,
    addParameter: () => {
      const next = withNewParameter(report);
      put(next.report, parameterPlaces(next.name)[0] ?? '');
    },
    remove:
      readOnly || at === null
        ? undefined
        : () =>
            column !== null
              ? removeColumn(column)
              : put({ ...report, parametros: formOfParameters(parameters.toSpliced(at, 1)) }, ''),
  };
}

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
  const run = useRef(async (whole = false) => {
    const own = state.current;
    if (own.running) {
      own.again = true;
      return;
    }
    own.running = true;
    setBusy(true);
    do {
      own.again = false;
      const shown = (data: ReportResult) => {
        if (own.gone) return;
        setResult(data);
        setError('');
      };
      try {
        await (whole ? previewWhole : previewQuickly)(latest.current, shown, () => own.again || own.gone);
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
  return { result, error: waits ? '' : error, busy, run: () => void run.current(true) };
}

interface Draft {
  content: Content;
  filtros: Record<string, unknown>;
}

const previewOf = async ({ content, filtros }: Draft, prazo: boolean): Promise<ReportResult> =>
  (await call(reportDeskRoutes.preview, { body: { conteudo: content, filtros, ...(prazo && { prazo }) } }))
    .data;

const previewWhole = async (draft: Draft, shown: (result: ReportResult) => void) =>
  shown(await previewOf(draft, false));

/**
 * The last days of the period first, which come at once, and then the whole query if it takes no more than a second. Where it takes
 * longer, the sample stays and says so.
 */
async function previewQuickly(
  draft: Draft,
  shown: (result: ReportResult) => void,
  isOver: () => boolean,
): Promise<void> {
  const sample = sampled(reportOf(draft.content), draft.filtros, ownToday());
  const few = sample && (await previewOf({ ...draft, filtros: sample.values }, true));
  if (few) shown({ ...few, avisos: [sample.note, ...few.avisos] });
  if (isOver()) return;
  try {
    shown(await previewOf(draft, true));
  } catch (failed) {
    if (!few || !(failed instanceof CallFailure) || failed.code !== 'RELATORIO_DEMOROU') throw failed;
    shown({ ...few, avisos: [`${sample.days} ${TAKES_LONGER}`, ...few.avisos] });
  }
}

const TAKES_LONGER = 'A consulta inteira passa de 1 s: "Atualizar dados" espera por ela.';

/** The parts of the content that affect the data; titles, order and card do not. */
function runPart(content: Content): unknown {
  const { parametros, consulta, colunas } = reportOf(content);
  const columns = colunas.map(({ campo, tipo, casas, total }) => [campo, tipo, casas, total].join());
  return [parametros.schema, consulta, columns.sort()];
}
