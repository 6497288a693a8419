import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router-dom';
import type { IconName } from '../../../contract/catalogs/catalog.ts';
import { upperFirst } from '../../../contract/records/recordType.ts';
import { type RecordTypeSummary, recordRoutes } from '../../../contract/records/routes.ts';
import { formatCount } from '../../../contract/rules/format.ts';
import { useRoute } from '../../dataProvider/useRoute.ts';
import { CatalogIcon } from '../../ui/components/display/CatalogIcon.tsx';
import { SecondaryText } from '../../ui/components/display/SecondaryText.ts';
import { Page } from '../../ui/shell/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/shell/states/StateMessage.tsx';
import { PageSkeleton } from '../../ui/shell/states/skeletons.tsx';

/** Most that the server counts. */
const COUNT_CAP = 10_000;

/** `/cadastros`: the types that the person may read, under their groups, with how many records each has. */
export function RecordTypesPage() {
  const { data, error, refetch } = useRoute(recordRoutes.types, {});
  if (error) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data) return <PageSkeleton />;
  const groups = [...new Set(data.itens.map(({ grupo }) => grupo))];
  return (
    <Page title="Todos os cadastros">
      {groups.length === 0 && (
        <EmptyState title="Nenhum cadastro" text="Peça a um administrador a permissão de ver os cadastros." />
      )}
      {groups.map((group) => (
        <Box key={group} component="section" aria-label={group} sx={{ mb: 6 }}>
          <Typography variant="h2" sx={{ fontSize: '1rem', mb: 2 }}>
            {group}
          </Typography>
          <Box
            component="ul"
            sx={{
              listStyle: 'none',
              m: 0,
              p: 0,
              display: 'grid',
              gap: 3,
              gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 280px), 1fr))',
            }}
          >
            {data.itens
              .filter(({ grupo }) => grupo === group)
              .map((type) => (
                <TypeCard key={type.chave} type={type} />
              ))}
          </Box>
        </Box>
      ))}
    </Page>
  );
}

const TypeCard = ({ type }: { type: RecordTypeSummary }) => (
  <Box
    component="li"
    sx={(t) => ({
      position: 'relative',
      display: 'flex',
      gap: 3,
      p: 4,
      borderRadius: 2,
      border: `1px solid ${t.vars.palette.components.linha}`,
      '&:hover, &:focus-within': { borderColor: t.vars.palette.primary.main },
    })}
  >
    <CatalogIcon name={type.icone as IconName} size={24} />
    <div>
      <Link
        component={RouterLink}
        to={`/cadastros/${type.chave}`}
        underline="hover"
        // The whole card is the link's.
        sx={{ fontWeight: 600, '&::after': { content: '""', position: 'absolute', inset: 0 } }}
      >
        {upperFirst(type.titulo.muitos)}
      </Link>
      <SecondaryText as="div">
        {formatCount(type.total, type.titulo.um, type.titulo.muitos, COUNT_CAP)}
      </SecondaryText>
      <Typography variant="body2" sx={{ mt: 1 }}>
        {type.descricao}
      </Typography>
    </div>
  </Box>
);
