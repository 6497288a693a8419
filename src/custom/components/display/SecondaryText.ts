import { styled } from '@mui/material/styles';
import { themeColors } from '../themeColors.ts';

/** The second fact of a line. */
export const SecondaryText = styled('span')(({ theme }) => ({ color: themeColors(theme).text.secondary }));
