import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

/** Columns of cards, as the board will show them. */
export const BoardSkeleton = () => (
  <Box
    role="status"
    aria-busy="true"
    aria-label="Carregando..."
    sx={{
      display: 'grid',
      gap: 3,
      gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(248px, 1fr))' },
    }}
  >
    {[5, 3, 4, 6].map((cards) => (
      <Box key={cards} sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Skeleton variant="text" width="60%" />
        {Array.from({ length: cards }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: places of one shape never move
          <Skeleton key={at} variant="rounded" height={64} />
        ))}
      </Box>
    ))}
  </Box>
);
