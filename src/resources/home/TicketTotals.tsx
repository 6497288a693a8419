import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { ticketStatus } from '../../../contract/catalogs/ticketStatus.ts';
import { ticketRoutes } from '../../../contract/sac/tickets.ts';
import { ticketListPath } from '../../custom/console/ticketListPath.ts';
import { shownStatus } from '../../custom/tickets/shownStatus.ts';
import { isStaff } from '../../custom/tickets/useTicketLive.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { countText } from '../../ui/components/countText.ts';
import { FigureTile } from '../../ui/components/detail/FigureTile.tsx';
import { CatalogIcon } from '../../ui/components/display/CatalogIcon.tsx';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';

const COUNT_CAP = 10_000;
/** Two, three or six a row: six statuses never leave one alone in the last. */
const GRID = {
  xs: 'repeat(2, minmax(0, 1fr))',
  md: 'repeat(3, minmax(0, 1fr))',
  xl: 'repeat(6, minmax(0, 1fr))',
};

/** How many tickets stand in each status: a figure leads to its list. */
export function TicketTotals() {
  const { data, error, refetch } = useRoute(ticketRoutes.totals, { query: {} });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  return (
    <Box component="section" aria-labelledby="home-totals">
      <Typography id="home-totals" variant="h2" sx={{ mb: 3 }}>
        {isStaff() ? 'Tickets por situação' : 'Suas solicitações por situação'}
      </Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: GRID }}>
        {data
          ? data.map((row) => <Total key={row.status} {...row} />)
          : ticketStatus.map(({ value }) => <Skeleton key={value} variant="rounded" height={68} />)}
      </Box>
    </Box>
  );
}

function Total({ status, total }: { status: string; total: number }) {
  const { icon, color, label } = rowOf(shownStatus(), status);
  return (
    <FigureTile
      label={label}
      icon={<CatalogIcon name={icon} size={16} />}
      tone={color}
      value={countText(total, COUNT_CAP)}
      to={ticketListPath({ status: [status] })}
    />
  );
}
