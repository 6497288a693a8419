import { styled } from '@mui/material/styles';
import { themeColors } from '../themeColors.ts';

/** Cards out of sight are laid out only when they come near: no virtual list, and the page itself scrolls. */
export const CardsRoot = styled('div')(({ theme }) => {
  const color = themeColors(theme);
  return {
    fontSize: 14,
    '& ul': { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 8 },
    '& li': {
      padding: 12,
      border: `1px solid ${color.divider}`,
      borderRadius: 8,
      backgroundColor: color.background.paper,
      contentVisibility: 'auto',
      containIntrinsicSize: 'auto 128px',
    },
    '& li[data-opens]': { cursor: 'pointer' },
    '& li[data-selected]': {
      backgroundImage: `linear-gradient(${color.action.selected}, ${color.action.selected})`,
    },
    '& .head': { display: 'flex', alignItems: 'center', gap: 8, minHeight: 28 },
    '& .head strong': { flex: 1, minWidth: 0, fontWeight: 600, overflowWrap: 'anywhere' },
    // Around the box there is room for a finger.
    '& .head label': { flex: 'none', display: 'flex', padding: 8, margin: -8 },
    '& .head input': { flex: 'none', width: 24, height: 24, margin: 0, accentColor: color.primary.main },
    '& .open': {
      font: 'inherit',
      color: 'inherit',
      textAlign: 'left',
      padding: 0,
      border: 0,
      background: 'none',
      textDecoration: 'none',
    },
    '& :focus-visible': { outline: `2px solid ${color.primary.main}`, outlineOffset: 2, borderRadius: 4 },
    '& dl': { margin: '8px 0 0', display: 'grid', gap: 4 },
    '& dl > div': { display: 'flex', gap: 12, minWidth: 0 },
    '& dt': { flex: '0 0 96px', color: color.text.secondary, fontSize: 13 },
    '& dd': { flex: 1, minWidth: 0, margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
    '& .second': { display: 'block', color: color.text.secondary },
    '& .cardActions': { display: 'flex', gap: 4, justifyContent: 'flex-end', marginTop: 8 },
    '& .slot': { padding: '32px 12px', textAlign: 'center' },
    '& .sortBar': {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'flex-end',
      gap: 4,
      minHeight: 48,
      '& label': { display: 'flex', alignItems: 'center', gap: 8, color: color.text.secondary, fontSize: 13 },
      '& select': {
        font: 'inherit',
        height: 40,
        padding: '0 8px',
        borderRadius: 8,
        color: color.text.primary,
        backgroundColor: color.background.paper,
        border: `1px solid ${color.divider}`,
      },
    },
  };
});
