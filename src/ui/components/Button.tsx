import MuiButton, { type ButtonProps } from '@mui/material/Button';
import { steady } from './steady.tsx';

/** MUI's button, which a key in the form around it does not render. */
export const Button = steady<ButtonProps>(MuiButton);
