import ArrowForwardOutlined from '@mui/icons-material/ArrowForwardOutlined';
import { styled } from '@mui/material/styles';
import { Link } from 'react-router-dom';
import { type Banner, homeRoutes } from '../../../../contract/callcenter/home.ts';
import { ErrorState } from '../../../custom/layout/states/ErrorState.tsx';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { opensPath } from './opensPath.ts';

/** What the company wants seen today, side by side; nothing while there is nothing. */
export function BannerStrip() {
  const { data, error, refetch } = useRoute(homeRoutes.banners, {});
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (!data || data.length === 0) return null;
  return (
    <Strip aria-label="Banners">
      {data.map((banner) => (
        <li key={banner.id}>
          <One banner={banner} />
        </li>
      ))}
    </Strip>
  );
}

function One({ banner: { titulo, texto, abre } }: { banner: Banner }) {
  const to = opensPath(abre);
  const inner = (
    <>
      <strong>{titulo}</strong>
      {texto && <span>{texto}</span>}
      {to && <ArrowForwardOutlined fontSize="small" aria-hidden />}
    </>
  );
  return to ? (
    <Card as={Link} {...{ to }} className="leads">
      {inner}
    </Card>
  ) : (
    <Card>{inner}</Card>
  );
}

const Strip = styled('ul')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 1fr))',
  gap: 12,
  margin: 0,
  padding: 0,
  listStyle: 'none',
});

const Card = styled('div')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    position: 'relative',
    display: 'block',
    height: '100%',
    padding: '16px 44px 16px 16px',
    borderRadius: 8,
    border: `1px solid ${components.linha}`,
    borderLeft: `4px solid ${actions.primaria}`,
    backgroundColor: components.superficie,
    color: components.texto,
    textDecoration: 'none',
    '&.leads:hover': { backgroundColor: components.realce, borderColor: components.linhaForte },
    '& strong': { display: 'block', fontWeight: 600 },
    '& span': { fontSize: '0.8125rem', lineHeight: '18px', color: components.textoSecundario },
    '& svg': { position: 'absolute', right: 14, top: 16, color: components.textoFraco },
  };
});
