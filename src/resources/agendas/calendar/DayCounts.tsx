import { styled } from '@mui/material/styles';
import type { AgendaCount } from '../../../../contract/callcenter/agendaShapes.ts';
import { agendaSituation } from '../../../../contract/catalogs/agendas.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import { CatalogIcon } from '../../../ui/components/display/CatalogIcon.tsx';
import { toneColors } from '../../../ui/components/toneColors.ts';

const PARTS = {
  ATRASADA: { of: (count: AgendaCount) => count.atrasadas, words: ['atrasada', 'atrasadas'] },
  PENDENTE: { of: (count: AgendaCount) => count.pendentes, words: ['pendente', 'pendentes'] },
  CUMPRIDA: { of: (count: AgendaCount) => count.cumpridas, words: ['cumprida', 'cumpridas'] },
} as const;

interface DayCountsProps {
  count: AgendaCount | undefined;
  /** Figures with their icons alone, where there is no room for words; the day's name says them. */
  compact?: boolean;
}

/** How many of a day by situation: icon, figure and word. */
export const DayCounts = ({ count, compact = false }: DayCountsProps) =>
  count &&
  agendaSituation.map(({ value, icon, color }) => {
    const { of, words } = PARTS[value];
    const figure = of(count);
    if (figure === 0) return null;
    return (
      <Figure key={value} tone={color}>
        <CatalogIcon name={icon} size={14} />
        {figure}
        {!compact && <span className="word">{words[figure === 1 ? 0 : 1]}</span>}
      </Figure>
    );
  });

/** How many lines that takes. */
export const countLines = (count: AgendaCount | undefined): number =>
  count ? Object.values(PARTS).filter(({ of }) => of(count) > 0).length : 0;

/** '2 atrasadas, 1 pendente' for whoever cannot see the figures. */
export const countsText = (count: AgendaCount | undefined): string =>
  count
    ? agendaSituation
        .flatMap(({ value }) => {
          const { of, words } = PARTS[value];
          const figure = of(count);
          return figure > 0 ? [formatCount(figure, words[0], words[1])] : [];
        })
        .join(', ')
    : 'nenhuma agenda';

const Figure = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: string }>(
  ({ theme, tone }) => ({
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    fontSize: 12,
    lineHeight: '18px',
    fontVariantNumeric: 'tabular-nums',
    color: toneColors(theme, tone).text,
  }),
);
