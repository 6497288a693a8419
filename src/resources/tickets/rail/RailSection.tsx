import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface RailSectionProps {
  title: string;
  /** At the title's right. */
  action?: ReactNode;
  children: ReactNode;
}

/** A part of the rail: a hairline, a quiet title, facts. */
export function RailSection({ title, action, children }: RailSectionProps) {
  const id = useId();
  return (
    <Box
      component="section"
      aria-labelledby={id}
      sx={{ py: 3, borderTop: (t) => `1px solid ${t.vars.palette.components.linha}` }}
    >
      <Box
        sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 28, mb: 1 }}
      >
        <Typography id={id} variant="subtitle2" component="h2">
          {title}
        </Typography>
        {action}
      </Box>
      {children}
    </Box>
  );
}
