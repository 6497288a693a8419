import ArrowForwardOutlined from '@mui/icons-material/ArrowForwardOutlined';
import { styled } from '@mui/material/styles';
import { type Banner, homeRoutes } from '#contract/callcenter/home.ts';
import { useRoute } from '#data/useRoute.ts';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { Undecided } from '#ui/shell/states/skeletons.tsx';
import { Opens } from './Showcases.tsx';

/** The company's current banners, side by side; renders nothing when there are none. */
export function BannerStrip() {
  const answer = useRoute(homeRoutes.banners, {});
  if (answer.data?.length === 0) return <span>Nenhum banner agora.</span>;
  return (
    <Answered answer={answer} skeleton={<Undecided />}>
      {(banners) => (
        <Strip aria-label="Banners">
          {banners.map((banner) => (
            <li key={banner.id}>
              <One banner={banner} />
            </li>
          ))}
        </Strip>
      )}
    </Answered>
  );
}

const One = ({ banner: { titulo, texto, abre, idImagem } }: { banner: Banner }) => (
  <Opens title={titulo} abre={abre}>
    {({ as, props, leads }) => (
      <Card as={as} {...props} className={leads ? 'leads' : ''}>
        {idImagem && <img src={`/imagens/banners/${idImagem}`} alt="" loading="lazy" />}
        <strong>{titulo}</strong>
        {texto && <span>{texto}</span>}
        {leads && <ArrowForwardOutlined fontSize="small" aria-hidden />}
      </Card>
    )}
  </Opens>
);

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
    // Aligns content to the top even when the card is a button.
    display: 'flex',
    flexDirection: 'column',
    width: '100%',
    height: '100%',
    font: 'inherit',
    textAlign: 'left',
    cursor: 'inherit',
    padding: '16px 44px 16px 16px',
    borderRadius: 8,
    border: `1px solid ${components.linha}`,
    borderLeft: `4px solid ${actions.primaria.main}`,
    backgroundColor: components.superficie,
    color: components.texto,
    textDecoration: 'none',
    '&.leads': { cursor: 'pointer' },
    '&.leads:hover': { backgroundColor: components.realce, borderColor: components.linhaForte },
    '& img': {
      display: 'block',
      width: 'calc(100% + 28px)',
      height: 96,
      marginBottom: 10,
      objectFit: 'cover',
      borderRadius: 4,
    },
    '& strong': { display: 'block', fontWeight: 600 },
    '& span': { fontSize: '0.8125rem', lineHeight: '18px', color: components.textoSecundario },
    '& svg': { position: 'absolute', right: 14, top: 16, color: components.textoFraco },
  };
});
