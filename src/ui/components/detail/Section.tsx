import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface SectionProps {
  title: string;
  /** One sentence that says what is here. */
  description?: string;
  /** Buttons at the title's right. */
  actions?: ReactNode;
  /** The heading's level on its page. */
  level?: 2 | 3 | 4;
  /** As low as its title: what it holds is closed or small. */
  dense?: boolean;
  children: ReactNode;
}

/** A card with a title and one sentence. */
export const Section = ({
  title,
  description,
  actions,
  level = 2,
  dense = false,
  children,
}: SectionProps) => {
  const id = useId();
  return (
    <Paper
      component="section"
      variant="outlined"
      aria-labelledby={id}
      sx={dense ? { px: 4, py: 1 } : { p: 4 }}
    >
      <div
        style={{
          display: 'flex',
          alignItems: dense ? 'center' : 'flex-start',
          gap: 8,
          marginBottom: dense ? 0 : 12,
        }}
      >
        <div style={{ flex: 1, minWidth: 0 }}>
          <Typography id={id} component={`h${level}`} sx={{ fontSize: 15, fontWeight: 600, lineHeight: 1.4 }}>
            {title}
          </Typography>
          {description && (
            <Typography variant="body2" color="text.secondary">
              {description}
            </Typography>
          )}
        </div>
        {actions}
      </div>
      {children}
    </Paper>
  );
};
