import LinearProgress from '@mui/material/LinearProgress';

/** A bar is full at the goal; how far beyond, the number says. */
export const Progress = ({ percent, label }: { percent: string; label: string }) => (
  <LinearProgress
    variant="determinate"
    value={Math.max(0, Math.min(100, Number(percent)))}
    color={Number(percent) >= 100 ? 'success' : 'primary'}
    aria-label={label}
    sx={{ flex: 1, minWidth: 56, height: 6, borderRadius: 3 }}
  />
);
