import { Suspense } from 'react';
import type { SourceResult } from '#contract/sac/reports/homePages.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import type { Answer } from '#ui/shell/states/StateMessage.tsx';
import { DashboardGrid, GridCell, WholeLink } from './DashboardGrid.tsx';
import { SourceContent } from './SourceContent.tsx';
import type { BlockQuestion } from './useBlock.ts';
import { sourceAnswer, useSources } from './useSources.ts';

/** What knows reports is not in the first load. */
const ReportBlock = lazyScreen(() => import('./ReportBlock.tsx'), 'ReportBlock');

interface DashboardBlocksProps {
  blocks: readonly ShownBlock[];
  question: BlockQuestion;
}

/** The blocks of a dashboard, each with what it shows to the person who looks. */
export function DashboardBlocks({ blocks, question }: DashboardBlocksProps) {
  const sources = useSources(blocks.flatMap(({ fonte }) => fonte ?? []));
  return (
    <DashboardGrid>
      {blocks.map((block) =>
        block.fonte ? (
          <SourceBlock key={block.chave} block={block} answer={sourceAnswer(sources, block.fonte)} />
        ) : (
          <Suspense
            key={block.chave}
            fallback={
              <GridCell block={block} busy>
                {null}
              </GridCell>
            }
          >
            <ReportBlock block={block} question={question} />
          </Suspense>
        ),
      )}
    </DashboardGrid>
  );
}

interface SourceBlockProps {
  block: ShownBlock;
  answer: Answer<SourceResult>;
}

function SourceBlock({ block, answer }: SourceBlockProps) {
  const all = answer.data?.todos;
  return (
    <GridCell
      block={block}
      busy={!answer.data && !answer.error}
      actions={all && <WholeLink label={`Ver todos: ${block.titulo}`} to={all} />}
    >
      <SourceContent block={block} answer={answer} />
    </GridCell>
  );
}
