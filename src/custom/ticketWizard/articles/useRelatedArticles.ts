import { useEffect, useState } from 'react';
import { shownLevels } from '../../../../contract/rules/ticketReasons.ts';
import { type ArticleHit, faqRoutes } from '../../../../contract/sac/faq.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { pathOf } from '../state/draftTransitions.ts';
import { reasonPath } from '../state/stepSummary.ts';
import { useWizard } from '../state/wizardContext.ts';

/** How long the toast stays, and how many articles it lists (document 000, section 9). */
export const ARTICLES_MS = 10_000;
const LIMIT = 5;

export interface Related {
  subject: string;
  articles: readonly ArticleHit[];
}

/** Articles that fit type and reasons, once both are chosen; asked again when they change. */
export function useRelatedArticles(): { related: Related | null; dismiss: () => void } {
  const { draft, type } = useWizard();
  const levels = shownLevels(type?.motivos ?? null, pathOf(draft));
  const chosen = type !== null && levels.every(({ required, chosen }) => !required || chosen !== null);
  const subject = chosen ? [type.desc, ...reasonPath(draft)].join(' ').slice(0, 200) : '';
  const { data } = useRoute(
    faqRoutes.related,
    { query: { assunto: subject, limit: LIMIT } },
    {
      enabled: subject !== '',
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      retry: false,
    },
  );
  const [dismissed, setDismissed] = useState('');
  const related = data && subject !== '' && dismissed !== subject ? { subject, articles: data } : null;
  return { related, dismiss: () => setDismissed(subject) };
}

/** Runs after `ms`, from anew for each key; waits while held. */
export function useTimeoutFor(key: string | null, run: () => void, ms: number, held: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key starts the time, not the callback
  useEffect(() => {
    if (key === null || held) return;
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  }, [key, ms, held]);
}
