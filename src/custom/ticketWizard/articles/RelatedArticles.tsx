import CloseOutlined from '@mui/icons-material/CloseOutlined';
import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { ScoreBadge } from '../../../ui/components/display/ScoreBadge.tsx';
import { ArticleDialog } from './ArticleDialog.tsx';
import { ARTICLES_MS, type Related, useRelatedArticles, useTimeoutFor } from './useRelatedArticles.ts';

/** The related articles. They lie in the dialog, so that the keyboard reaches it. */
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
    // Between the fields and the footer, where it covers neither.
    flex: 'none',
    display: 'flex',
    alignItems: 'flex-start',
    gap: 8,
    maxHeight: '30%',
    overflow: 'auto',
    padding: '10px 8px 10px 14px',
    borderTop: `1px solid ${components.linha}`,
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
