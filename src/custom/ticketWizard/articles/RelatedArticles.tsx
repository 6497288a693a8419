import CloseOutlined from '@mui/icons-material/CloseOutlined';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useEffect, useState } from 'react';
import { shownLevels } from '#contract/rules/tickets/ticketType.ts';
import { type ArticleHit, faqRoutes } from '#contract/sac/faq.ts';
import { useRoute } from '#data/useRoute.ts';
import { pathOf } from '#src/resources/tickets/shared/draft/draftTransitions.ts';
import { ScoreBadge } from '#ui/components/display/Chips.tsx';
import { SafeHtml } from '#ui/components/display/SafeHtml.tsx';
import { CloseButton, DialogFrame } from '#ui/components/frame/DialogFrame.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { reasonPath } from '../state/stepState.ts';
import { useWizard } from '../state/wizardContext.ts';

/** The related articles. They are inside the dialog, so that they can be reached by keyboard. */
export function RelatedArticles() {
  const { related, dismiss } = useRelatedArticles();
  const [open, setOpen] = useState<number | null>(null);
  const [held, setHeld] = useState(false);
  useTimeoutFor(related?.subject ?? null, dismiss, ARTICLES_MS, held || open !== null);
  return (
    <>
      {related && (
        <Card
          role="status"
          onMouseEnter={() => setHeld(true)}
          onMouseLeave={() => setHeld(false)}
          onFocus={() => setHeld(true)}
          onBlur={() => setHeld(false)}
        >
          <Hits related={related} onOpen={setOpen} />
          <IconButton size="small" aria-label="Fechar artigos relacionados" onClick={dismiss}>
            <CloseOutlined fontSize="small" />
          </IconButton>
        </Card>
      )}
      <ArticleDialog id={open} onClose={() => setOpen(null)} />
    </>
  );
}

function Hits({ related, onOpen }: { related: Related; onOpen: (id: number) => void }) {
  if (related.articles.length === 0)
    return <div className="hits">Artigos relacionados a '{related.subject}' não encontrados...</div>;
  return (
    <div className="hits">
      <strong>Artigos relacionados</strong>
      <ul>
        {related.articles.map((article) => (
          <li key={article.id}>
            <button type="button" onClick={() => onOpen(article.id)}>
              <ScoreBadge score={article.score} />
              <span className="title">{article.titulo}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Card = styled('div')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    marginTop: 20,
    display: 'flex',
    alignItems: 'flex-start',
    gap: 8,
    padding: '10px 8px 10px 14px',
    border: `1px solid ${components.linha}`,
    borderRadius: 8,
    backgroundColor: components.elevada,
    fontSize: 13,
    '& .hits': { flex: 1, minWidth: 0, overflowWrap: 'anywhere', paddingTop: 3 },
    '& ul': { listStyle: 'none', margin: '4px 0 0', padding: 0 },
    '& li button': {
      font: 'inherit',
      display: 'flex',
      gap: 8,
      width: '100%',
      padding: '4px 6px',
      border: 0,
      borderRadius: 6,
      textAlign: 'left',
      cursor: 'pointer',
      color: components.texto,
      background: 'none',
    },
    '& li button:hover': { backgroundColor: components.realce },
    '& li button:focus-visible': { outline: `2px solid ${components.foco}` },
    [theme.breakpoints.down('md')]: {
      '& .title': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    },
  };
});

/** How long the toast stays in ms, and how many articles it lists (document 000, section 9). */
const ARTICLES_MS = 10_000;
const LIMIT = 5;

interface Related {
  subject: string;
  articles: readonly ArticleHit[];
}

/** Articles that match the type and the reasons, once both are chosen; refetched when they change. */
function useRelatedArticles(): { related: Related | null; dismiss: () => void } {
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

/** Runs after `ms`, restarting for each key; paused while held. */
function useTimeoutFor(key: string | null, run: () => void, ms: number, held: boolean) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key restarts the timer, not the callback
  useEffect(() => {
    if (key === null || held) return;
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  }, [key, ms, held]);
}

interface ArticleDialogProps {
  /** Null when closed. */
  id: number | null;
  onClose: () => void;
}

/** An article, with 'Fechar' (document 000, section 2). */
function ArticleDialog({ id, onClose }: ArticleDialogProps) {
  // Keeps the article displayed while the dialog fades out.
  const [shown, setShown] = useState(id);
  if (id !== null && id !== shown) setShown(id);
  return (
    <DialogFrame
      open={id !== null}
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      aria-labelledby="artigo-relacionado"
    >
      {shown !== null && <Article id={shown} />}
      <DialogActions>
        <CloseButton variant="contained" autoFocus>
          Fechar
        </CloseButton>
      </DialogActions>
    </DialogFrame>
  );
}

function Article({ id }: { id: number }) {
  const answer = useRoute(faqRoutes.get, { params: { id } });
  return (
    <>
      <DialogTitle id="artigo-relacionado">{answer.data?.data.titulo ?? 'Artigo'}</DialogTitle>
      <DialogContent>
        <Answered answer={answer} skeleton={<TextSkeleton />}>
          {({ data }) => <SafeHtml html={data.conteudo} />}
        </Answered>
      </DialogContent>
    </>
  );
}
