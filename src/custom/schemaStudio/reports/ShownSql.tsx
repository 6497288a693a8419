import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import type { DeclarativeQuery, ReportDefinition } from '#contract/rules/reports/report.ts';
import { reportDeskRoutes } from '#contract/sac/reports/reportDesk.ts';
import { call } from '#data/call.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { FormSkeleton } from '#ui/shell/states/skeletons.tsx';

const CodeEditor = lazyScreen(() => import('../code/CodeEditor.tsx'), 'CodeEditor');

interface ShownSqlProps {
  report: ReportDefinition;
  query: DeclarativeQuery;
  readOnly: boolean;
  /** Goes on with the text as a report written in SQL. */
  onTake: (sql: string) => void;
}

/** The SQL that a built query runs, to be read, or taken over and written further. */
export function ShownSql({ report, query, readOnly, onTake }: ShownSqlProps) {
  const [isOpen, setOpen] = useState(false);
  const answer = useQuery({
    queryKey: ['relatorios-sql', query, report.parametros],
    queryFn: ({ signal }) => call(reportDeskRoutes.sql, { body: { conteudo: { ...report } } }, { signal }),
    enabled: isOpen,
    staleTime: STALE_TIME,
    retry: false,
  });
  return (
    <>
      <Button
        size="small"
        sx={{ justifySelf: 'start' }}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Esconder o SQL' : 'Ver o SQL'}
      </Button>
      {isOpen && (
        <Answered answer={answer} skeleton={<FormSkeleton />}>
          {({ data: { sql } }) => (
            <>
              <Suspense fallback={<FormSkeleton />}>
                <CodeEditor
                  label="SQL que esta consulta gera"
                  language="sql"
                  value={sql}
                  onChange={() => {}}
                  problems={[]}
                  readOnly
                  height="240px"
                />
              </Suspense>
              {!readOnly && <Taking query={query} onTake={() => onTake(sql)} />}
            </>
          )}
        </Answered>
      )}
    </>
  );
}

/** Milliseconds after which the same query is asked for again: the map may have new fields. */
const STALE_TIME = 30_000;

/** The days before and the crossed columns of a query are known only when it runs, so its text alone is not the report. */
const Taking = ({ query, onTake }: { query: DeclarativeQuery; onTake: () => void }) =>
  query.compara || query.cruza ? (
    <p style={{ margin: 0, fontSize: 13 }}>
      Comparações e tabelas cruzadas só se completam ao rodar: retire-as para continuar em SQL.
    </p>
  ) : (
    <Button size="small" variant="outlined" sx={{ justifySelf: 'start' }} onClick={onTake}>
      Continuar em SQL
    </Button>
  );
