import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';

interface PropertyGroupProps {
  /** What sort of part it is: 'Etapa'. */
  kind: string;
  title: string;
  pointer: string;
  children: ReactNode;
}

/** The properties of one part, under its name. */
export function PropertyGroup({ kind, title, pointer, children }: PropertyGroupProps) {
  return (
    <section
      aria-label={`${kind}: ${title}`}
      data-pointer={pointer}
      style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 14 }}
    >
      <div>
        <Typography variant="caption" component="p" color="text.secondary">
          {kind}
        </Typography>
        <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
      </div>
      {children}
    </section>
  );
}
