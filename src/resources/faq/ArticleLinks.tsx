import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import type { ArticleRow } from '../../../contract/sac/faq.ts';
import { ScoreBadge } from '../../ui/components/display/ScoreBadge.tsx';

/** Articles to open, each with the beginning of its text. */
export function ArticleLinks({ articles }: { articles: readonly ArticleRow[] }) {
  return (
    <List>
      {articles.map(({ id, titulo, resumo, tipo, score }) => (
        <li key={id}>
          <Link to={`/artigo/${id}`}>
            <span className="title">
              {score !== null && <ScoreBadge score={score} />}
              <strong>{titulo}</strong>
              {tipo && <small>{tipo.desc}</small>}
            </span>
            <span className="text">{resumo}</span>
          </Link>
        </li>
      ))}
    </List>
  );
}

const List = styled('ul')(({ theme: { vars } }) => {
  const { components } = vars.palette;
  return {
    listStyle: 'none',
    margin: '12px 0',
    padding: 0,
    borderTop: `1px solid ${components.linha}`,
    '& a': {
      display: 'block',
      padding: '12px 8px',
      color: components.texto,
      textDecoration: 'none',
      borderBottom: `1px solid ${components.linha}`,
    },
    '& a:hover': { backgroundColor: components.realce },
    '& .title': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '2px 8px' },
    '& strong': { fontWeight: 500 },
    '& small': { marginLeft: 'auto', fontSize: 12, color: components.textoSecundario },
    '& .text': {
      display: 'block',
      fontSize: 13,
      color: components.textoSecundario,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
    },
  };
});
