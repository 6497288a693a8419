import { styled } from '@mui/material/styles';
import type { IconName } from '../../../../../contract/catalogs/iconNames.ts';
import type { ReportCard } from '../../../../../contract/sac/reports.ts';
import { CatalogIcon } from '../../../../ui/components/display/CatalogIcon.tsx';
import { toneColors } from '../../../../ui/components/toneColors.ts';

interface ReportChoicesProps {
  cards: readonly ReportCard[];
  onChoose: (card: ReportCard) => void;
}

/** The reports to choose from: icon, title, what each answers. */
export const ReportChoices = ({ cards, onChoose }: ReportChoicesProps) => (
  <Grid>
    {cards.map((card) => (
      <li key={card.id}>
        <Card type="button" tone={card.cor} onClick={() => onChoose(card)}>
          <i>
            <CatalogIcon name={card.thumb as IconName} size={20} />
          </i>
          <span>
            <strong>{card.titulo}</strong>
            <small>{card.descricao}</small>
          </span>
        </Card>
      </li>
    ))}
  </Grid>
);

const Grid = styled('ul')({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
});

const Card = styled('button', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: string }>(
  ({ theme, tone }) => {
    const { components } = theme.vars.palette;
    const { soft, text } = toneColors(theme, tone);
    return {
      display: 'flex',
      gap: 12,
      width: '100%',
      height: '100%',
      padding: '12px 14px',
      borderRadius: 8,
      border: `1px solid ${components.linha}`,
      backgroundColor: components.superficie,
      color: components.texto,
      font: 'inherit',
      textAlign: 'left',
      cursor: 'pointer',
      '&:hover': { borderColor: components.linhaForte, backgroundColor: components.realce },
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
      '& strong': { display: 'block', fontWeight: 600, lineHeight: 1.35 },
      '& small': { display: 'block', marginTop: 2, fontSize: 13, color: components.textoSecundario },
    };
  },
);
