import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

/** The heading of a part of the pane beside a rule. */
export const PaneTitle = ({ children }: { children: ReactNode }) => (
  <Typography component="h3" sx={{ fontWeight: 600, mb: 1 }}>
    {children}
  </Typography>
);
