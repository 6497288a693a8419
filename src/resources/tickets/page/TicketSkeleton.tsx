import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

/** A ticket on its way: title, conversation, rail. */
export const TicketSkeleton = () => (
  <Box role="status" aria-busy="true" aria-label="Carregando..." sx={{ px: { xs: 4, md: 6 }, pt: 4 }}>
    <Skeleton variant="rounded" width={140} height={26} sx={{ mb: 4 }} />
    <Skeleton variant="rounded" width={260} height={16} sx={{ mb: 5 }} />
    <Box
      sx={{
        display: 'grid',
        gap: { xs: 3, lg: 6 },
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 320px' },
      }}
    >
      <Skeleton variant="rounded" sx={{ height: { xs: 150, lg: 340 }, gridColumn: { lg: 2 } }} />
      <Box sx={{ gridRow: { lg: 1 } }}>
        <Skeleton variant="rounded" width={220} height={30} sx={{ mb: 4 }} />
        <Skeleton variant="rounded" height={240} sx={{ mb: 4 }} />
        <Skeleton variant="rounded" height={90} />
      </Box>
    </Box>
  </Box>
);
