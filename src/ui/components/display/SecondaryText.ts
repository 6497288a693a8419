import { styled } from '@mui/material/styles';
import { themeColors } from '../../theme/theme.tsx';

/** Secondary text of a line; stays light even beside bold primary text. */
export const SecondaryText = styled('span')(({ theme }) => ({
  color: themeColors(theme).text.secondary,
  fontWeight: 400,
}));
