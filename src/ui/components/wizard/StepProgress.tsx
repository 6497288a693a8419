import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';

interface StepProgressProps {
  /** From 1. */
  step: number;
  of: number;
}

/** Where a phone stands: 'Passo 2 de 6'. */
export function StepProgress({ step, of }: StepProgressProps) {
  return (
    <Box sx={{ px: 4, pt: 3 }}>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        Passo {step} de {of}
      </Typography>
      <LinearProgress
        variant="determinate"
        aria-label={`Passo ${step} de ${of}`}
        value={(step / of) * 100}
        sx={{ mt: 2, borderRadius: 2 }}
      />
    </Box>
  );
}
