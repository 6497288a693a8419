import Box from '@mui/material/Box';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useWizard } from '../state/wizardContext.ts';

/** Where a phone stands: 'Passo 2 de 6' with the step's title. */
export function StepProgress() {
  const { steps, step } = useWizard();
  const at = steps.findIndex(({ value }) => value === step);
  return (
    <Box sx={{ px: 4, pt: 3 }}>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary' }}>
        Passo {at + 1} de {steps.length}
      </Typography>
      <LinearProgress
        variant="determinate"
        aria-label={`Passo ${at + 1} de ${steps.length}`}
        value={((at + 1) / steps.length) * 100}
        sx={{ mt: 2, borderRadius: 2 }}
      />
    </Box>
  );
}
