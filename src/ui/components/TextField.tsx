import MuiTextField, { type TextFieldProps } from '@mui/material/TextField';
import { steady } from './steady.tsx';

export type { TextFieldProps } from '@mui/material/TextField';

/** The console's text field: MUI's, of which a key renders only the one that is typed in. */
export const TextField = steady<TextFieldProps>(MuiTextField);
