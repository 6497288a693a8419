import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import { blockFigure, figureNote } from '#contract/rules/dashboards/blockFigure.ts';
import { blockList } from '#contract/rules/dashboards/blockList.ts';
import type { BlockResult } from '#contract/sac/reports/dashboardPages.ts';
import type { ReportResult } from '#contract/sac/reports/reports.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import type { Answer } from '#ui/shell/states/StateMessage.tsx';
import { ResultTable } from '../reportViewer/ResultTable.tsx';
import { BlockFailure, Quiet, Unseen } from './blockStates.tsx';

/** The charts are heavy, so they are in a chunk of their own. */
const ResultChart = lazyScreen(() => import('../reportViewer/ResultChart.tsx'), 'ResultChart');

interface BlockContentProps {
  block: ShownBlock;
  /** Absent for a block without a report. */
  answer?: Answer<BlockResult> | undefined;
  /** Nobody scrolls or presses anything. */
  unattended?: boolean;
}

/** What a block shows, in each of its states. What was shown before stays until the next answer is there. */
export function BlockContent({ block, answer, unattended = false }: BlockContentProps) {
  if (!block.acesso) return <Unseen />;
  if (block.tipo === 'TEXTO') return <Words>{block.texto}</Words>;
  const { data, error, refetch } = answer ?? {};
  const shown = data && <Result block={block} result={data.resultado} unattended={unattended} />;
  if (!error) return shown ?? <Skeleton variant="rounded" height="100%" sx={{ minHeight: 48 }} />;
  return (
    <>
      <BlockFailure name={block.titulo} error={error} onRetry={() => void refetch?.()} />
      {shown}
    </>
  );
}

interface ResultProps {
  block: ShownBlock;
  result: ReportResult;
}

function Result({ block, result, unattended }: ResultProps & { unattended: boolean }) {
  if (block.tipo === 'NUMERO') return <Figure block={block} result={result} />;
  if (result.linhas.length === 0) return <Quiet>Nenhuma linha para estes filtros.</Quiet>;
  if (block.tipo === 'LISTA') return <List result={result} />;
  if (block.mostra === 'GRAFICO' && result.linhas.length > 1)
    return (
      <Plain>
        <Suspense fallback={<Skeleton variant="rounded" height="100%" />}>
          <ResultChart result={result} />
        </Suspense>
      </Plain>
    );
  return (
    <Plain>
      <ResultTable result={result} label={`Linhas de ${block.titulo}`} unattended={unattended} />
    </Plain>
  );
}

function Figure({ block, result }: ResultProps) {
  const figure = blockFigure(result, block);
  if (!figure) return <Quiet>Sem valor para estes filtros.</Quiet>;
  return (
    <BigFigure>
      <strong>{figure.text}</strong>
      <small>{figureNote(figure, block.titulo)}</small>
    </BigFigure>
  );
}

function List({ result }: { result: ReportResult }) {
  const { label, figure, rows } = blockList(result);
  return (
    <Rows>
      <caption>{`${label} e ${figure.toLowerCase()}`}</caption>
      <thead>
        <tr>
          <th scope="col">{label}</th>
          <th scope="col">{figure}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of a report are identified only by position
          <tr key={at}>
            <th scope="row">{row.path ? <Link to={row.path}>{row.label}</Link> : row.label}</th>
            <td>{row.figure}</td>
          </tr>
        ))}
      </tbody>
    </Rows>
  );
}

const Words = styled('p')({ margin: 0, whiteSpace: 'pre-line', overflowWrap: 'anywhere' });

const BigFigure = styled('p')(({ theme }) => ({
  margin: 0,
  '& strong': {
    display: 'block',
    fontSize: '1.375rem',
    lineHeight: 1.3,
    fontWeight: 600,
    fontVariantNumeric: 'tabular-nums',
    overflowWrap: 'anywhere',
  },
  '& small': { display: 'block', fontSize: '0.75rem', color: theme.vars.palette.components.textoSecundario },
}));

/** A chart or table of a report stands in the block's own frame, so it has none. */
const Plain = styled('div')({
  height: '100%',
  '& > section': { border: 0, padding: 0, backgroundColor: 'transparent' },
  '& > section h2': { fontSize: '0.75rem', fontWeight: 400 },
  '& > div[role=region]': { maxHeight: '100%', border: 0, borderRadius: 0 },
});

const Rows = styled('table')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    width: '100%',
    borderCollapse: 'collapse',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    '& caption': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& th, & td': { padding: '5px 0', borderTop: `1px solid ${components.linha}` },
    '& th': { textAlign: 'left', fontWeight: 400, overflowWrap: 'anywhere' },
    '& td, & thead th:last-of-type': { textAlign: 'right', paddingLeft: 12, whiteSpace: 'nowrap' },
    '& thead th': { borderTop: 0, fontSize: '0.75rem', color: components.textoSecundario },
    '& a': { color: actions.primaria.text },
  };
});
