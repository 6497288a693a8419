import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import type { IconName } from '../../../contract/catalogs/catalog.ts';
import type { ReportCard } from '../../../contract/sac/reports.ts';
import { CatalogIcon } from '../../ui/components/display/CatalogIcon.tsx';
import { toneColors } from '../../ui/components/toneColors.ts';

interface ReportChoiceProps {
  card: ReportCard;
  /** Where it leads; without it, it is a button. */
  to?: string;
  onChoose?: () => void;
}

/** A report to choose: icon, title, what it answers. */
export const ReportChoice = ({ card, to, onChoose }: ReportChoiceProps) => (
  <Card tone={card.cor} {...(to === undefined ? { type: 'button', onClick: onChoose } : { as: Link, to })}>
    <i>
      <CatalogIcon name={card.thumb as IconName} size={20} />
    </i>
    <span>
      <strong>{card.titulo}</strong>
      <small>{card.descricao}</small>
    </span>
  </Card>
);

const Card = styled('button', { shouldForwardProp: (prop) => prop !== 'tone' && prop !== 'as' })<{
  tone: string;
}>(({ theme, tone }) => {
  const { components, actions } = theme.vars.palette;
  const { soft, text } = toneColors(theme, tone);
  return {
    display: 'flex',
    gap: 12,
    width: '100%',
    height: '100%',
    padding: '12px 14px',
    minHeight: 76,
    borderRadius: 8,
    border: `1px solid ${components.linha}`,
    backgroundColor: components.superficie,
    color: components.texto,
    font: 'inherit',
    textAlign: 'left',
    textDecoration: 'none',
    cursor: 'pointer',
    '&:hover': { borderColor: components.linhaForte, backgroundColor: components.realce },
    '&:focus-visible': { outline: `2px solid ${actions.primaria.main}`, outlineOffset: 2 },
    '& i': {
      display: 'grid',
      placeContent: 'center',
      flex: 'none',
      width: 36,
      height: 36,
      borderRadius: 8,
      color: text,
      backgroundColor: soft,
    },
    '& span': { minWidth: 0 },
    '& strong': { display: 'block', fontWeight: 600, lineHeight: 1.35, overflowWrap: 'anywhere' },
    '& small': {
      display: '-webkit-box',
      WebkitLineClamp: 2,
      WebkitBoxOrient: 'vertical',
      overflow: 'hidden',
      marginTop: 2,
      fontSize: '0.8125rem',
      lineHeight: '18px',
      color: components.textoSecundario,
    },
  };
});
