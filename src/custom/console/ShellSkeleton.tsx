import Box from '@mui/material/Box';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';
import { DRAWER_OPEN } from './useDrawer.ts';

/** The shape of the shell while the session is being checked. */
export function ShellSkeleton() {
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
      <Box
        sx={({ vars: { palette } }) => ({
          display: { xs: 'none', md: 'block' },
          flex: 'none',
          width: DRAWER_OPEN,
          backgroundColor: palette.components.lateral,
          borderRight: `1px solid ${palette.components.linha}`,
        })}
      />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Box sx={{ height: 56, borderBottom: (t) => `1px solid ${t.vars.palette.components.linha}` }} />
        <PageSkeleton />
      </Box>
    </Box>
  );
}
