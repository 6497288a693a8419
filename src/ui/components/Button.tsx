import MuiButton, { type ButtonProps } from '@mui/material/Button';
import { buttonWord } from '#contract/words/words.ts';
import { useWords } from '../words.ts';
import { steady } from './steady.tsx';

const SteadyButton = steady<ButtonProps>(MuiButton);

/** MUI's button, which a key in the form around it does not render, in the company's own word where it has one for it. */
export const Button = ({ children, ...props }: ButtonProps) => {
  useWords();
  return (
    <SteadyButton {...props}>{typeof children === 'string' ? buttonWord(children) : children}</SteadyButton>
  );
};
