import type { Theme } from '@mui/material/styles';

/** A field of a table whose columns are headed: the label is only heard, but on a phone, where it stands above. */
export const labelOnPhone = (theme: Theme) => ({
  [theme.breakpoints.up('sm')]: {
    '& label': {
      position: 'absolute',
      width: 1,
      height: 1,
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      margin: 0,
      whiteSpace: 'nowrap',
    },
  },
});
