import { Suspense } from 'react';
import { companyRuleRoutes } from '#contract/config/companyRules.ts';
import { useRoute } from '#data/useRoute.ts';
import { SecondaryText } from '#ui/components/display/Texts.tsx';
import { lazyScreen } from '#ui/shell/loadLater.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { PaneTitle } from './PaneTitle.tsx';

/** The charts are only loaded where a rule has been on. */
const DaysChart = lazyScreen(() => import('./DaysChart.tsx'), 'DaysChart');

/** What the rule did day by day, or would have done while it only wrote down. */
export function DaysPanel({ chave }: { chave: string }) {
  const query = useRoute(companyRuleRoutes.days, { params: { chave } }, { staleTime: 30_000 });
  return (
    <section aria-label="Dia a dia">
      <PaneTitle>Dia a dia</PaneTitle>
      <Answered answer={query} skeleton={<TextSkeleton lines={4} />}>
        {(days) =>
          days.every((day) => day.feitas + day.ignoradas + day.registradas + day.comErro === 0) ? (
            <SecondaryText>
              Nada nos últimos 30 dias. Ligada ou em “só registra”, cada dia aparece aqui com o que ela fez ou
              teria feito.
            </SecondaryText>
          ) : (
            <Suspense fallback={<TextSkeleton lines={4} />}>
              <DaysChart days={days} />
            </Suspense>
          )
        }
      </Answered>
    </section>
  );
}
