import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';

/** A skeleton of a screen: title, bar, rows. */
export function PageSkeleton() {
  return (
    <Waiting>
      <Box sx={{ px: { xs: 4, md: 6 }, pt: 3 }}>
        <Box sx={{ height: 40, mb: 2, display: 'flex', alignItems: 'center' }}>
          <Skeleton variant="rounded" width={180} height={24} />
        </Box>
        <Skeleton variant="rounded" height={36} sx={{ mb: 4, maxWidth: 640 }} />
        <Rows rows={10} />
      </Box>
    </Waiting>
  );
}

/** Skeleton rows of a list, with the height of the real ones (40 px, compact 32). */
export function ListSkeleton({ rows = 8, rowHeight = 40 }: { rows?: number; rowHeight?: 32 | 40 }) {
  return (
    <Waiting>
      <Rows rows={rows} rowHeight={rowHeight} />
    </Waiting>
  );
}

/** A skeleton of labels above fields. */
export function FormSkeleton({ fields = 4 }: { fields?: number }) {
  return (
    <Waiting>
      <Box sx={{ display: 'grid', gap: 5, maxWidth: 960 }}>
        {Array.from({ length: fields }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: positions within one shape never change
          <Box key={at}>
            <Skeleton variant="text" width={120} sx={{ mb: 1 }} />
            <Skeleton variant="rounded" height={32} />
          </Box>
        ))}
      </Box>
    </Waiting>
  );
}

/** A skeleton of lines of text. */
export function TextSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <Waiting>
      {Array.from({ length: lines }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: positions within one shape never change
        <Skeleton key={at} variant="text" width={at === lines - 1 ? '60%' : '100%'} />
      ))}
    </Waiting>
  );
}

/** In the place of a part that may turn out empty: what stands below it waits for it (public/theme.css). */
export const Undecided = () => <span data-grows hidden />;

function Waiting({ children }: { children: React.ReactNode }) {
  return (
    <Box role="status" aria-busy="true" aria-label="Carregando..." data-grows sx={{ width: '100%' }}>
      {children}
    </Box>
  );
}

function Rows({ rows, rowHeight = 40 }: { rows: number; rowHeight?: number }) {
  return Array.from({ length: rows }, (_, at) => (
    <Box
      // biome-ignore lint/suspicious/noArrayIndexKey: positions within one shape never change
      key={at}
      sx={(t) => ({
        display: 'flex',
        alignItems: 'center',
        gap: 6,
        height: rowHeight,
        borderBottom: `1px solid ${t.vars.palette.components.linha}`,
      })}
    >
      <Skeleton variant="rounded" width={64} height={14} />
      <Skeleton variant="rounded" height={14} sx={{ flex: 1, maxWidth: 320 + ((at * 53) % 140) }} />
      <Skeleton
        variant="rounded"
        width={88}
        height={18}
        sx={{ ml: 'auto', display: { xs: 'none', sm: 'block' } }}
      />
      <Skeleton variant="rounded" width={72} height={14} sx={{ display: { xs: 'none', sm: 'block' } }} />
    </Box>
  ));
}
