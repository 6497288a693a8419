import { styled } from '@mui/material/styles';
import { toneColors } from '../toneColors.ts';

/** The tinted ground of chips and badges. */
export const Tag = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{ tone: string }>(
  ({ theme, tone }) => {
    const { soft, text } = toneColors(theme, tone);
    return {
      display: 'inline-flex',
      alignItems: 'center',
      gap: 4,
      maxWidth: '100%',
      height: 22,
      padding: '0 8px 0 6px',
      borderRadius: 6,
      verticalAlign: 'middle',
      fontSize: 12,
      fontWeight: 500,
      whiteSpace: 'nowrap',
      color: text,
      backgroundColor: soft,
      '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
    };
  },
);
