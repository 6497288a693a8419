import { styled } from '@mui/material/styles';

/** A person's initials on a tinted ground. Decoration: the name stands beside it or in the label. */
export const Initials = styled('span')(({ theme }) => ({
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
