import { styled } from '@mui/material/styles';
import { themeColors } from '../../theme/theme.ts';

/** The second fact of a line; beside a strong first one it stays light. */
export const SecondaryText = styled('span')(({ theme }) => ({
  color: themeColors(theme).text.secondary,
  fontWeight: 400,
}));
