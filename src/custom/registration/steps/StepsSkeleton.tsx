import Box from '@mui/material/Box';
import { FormSkeleton } from '../../../ui/shell/states/skeletons.tsx';

/** The first step on its way. */
export function StepsSkeleton() {
  return (
    <Box sx={{ flex: 1, px: { xs: 4, md: 6 }, py: 5, borderTop: 1, borderColor: 'divider' }}>
      <FormSkeleton fields={3} />
    </Box>
  );
}
