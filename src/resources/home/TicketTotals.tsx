import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router-dom';
import { rowOf } from '../../../contract/catalogs/catalog.ts';
import { ticketStatus } from '../../../contract/catalogs/ticketStatus.ts';
import { ticketRoutes } from '../../../contract/sac/tickets.ts';
import { countText } from '../../custom/components/countText.ts';
import { CatalogIcon } from '../../custom/components/display/CatalogIcon.tsx';
import { toneColors } from '../../custom/components/toneColors.ts';
import { ErrorState } from '../../custom/layout/states/ErrorState.tsx';
import { useRoute } from '../../dataProvider/useRoute.ts';

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
        Tickets por situação
      </Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: GRID }}>
        {data
          ? data.map((row) => <Total key={row.status} {...row} />)
          : ticketStatus.map(({ value }) => <Skeleton key={value} variant="rounded" height={68} />)}
      </Box>
    </Box>
  );
}

function Total({ status, descricao, total }: { status: string; descricao: string; total: number }) {
  const { icon, color } = rowOf(ticketStatus, status);
  const filter = encodeURIComponent(JSON.stringify({ status: [status] }));
  return (
    <ButtonBase
      component={Link}
      to={`/tickets?displayedFilters=%7B%7D&filter=${filter}&page=1`}
      sx={({ vars: { palette } }) => ({
        display: 'block',
        textAlign: 'left',
        px: 3,
        py: 2,
        borderRadius: 1,
        border: `1px solid ${palette.components.linha}`,
        backgroundColor: palette.components.superficie,
        textDecoration: 'none',
        '&:hover': { borderColor: palette.components.linhaForte, backgroundColor: palette.components.realce },
      })}
    >
      <Typography
        component="span"
        variant="body2"
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 1,
          color: toneColors(theme, color).text,
        })}
      >
        <CatalogIcon name={icon} size={16} />
        {descricao}
      </Typography>
      <Typography
        component="span"
        sx={{
          display: 'block',
          fontSize: '1.375rem',
          lineHeight: 1.4,
          fontWeight: 600,
          color: (t) => t.vars.palette.components.texto,
        }}
      >
        {countText(total, COUNT_CAP)}
      </Typography>
    </ButtonBase>
  );
}
