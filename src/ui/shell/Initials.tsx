import { styled } from '@mui/material/styles';
import type { ComponentProps } from 'react';

interface InitialsProps {
  letters: string | undefined;
}

/**
 * A person's initials on a tinted background. Decorative and drawn by CSS, since the name is shown beside it or in the label.
 */
export const Initials = ({ letters = '', ...rest }: InitialsProps & ComponentProps<'span'>) => (
  <Disc data-letters={letters} {...rest} />
);

const Disc = styled('span')(({ theme }) => ({
  '&::before': { content: 'attr(data-letters)' },
  flex: 'none',
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  width: 32,
  height: 32,
  borderRadius: '50%',
  fontSize: '0.75rem',
  fontWeight: 600,
  letterSpacing: '0.01em',
  color: theme.vars.palette.actions.primaria.text,
  backgroundColor: theme.vars.palette.actions.primaria.soft,
}));
