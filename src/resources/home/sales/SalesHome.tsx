import ArrowForwardOutlined from '@mui/icons-material/ArrowForwardOutlined';
import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import PriceChangeOutlined from '@mui/icons-material/PriceChangeOutlined';
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined';
import ShoppingCartOutlined from '@mui/icons-material/ShoppingCartOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type Banner, type SalesFigures as Figures, homeRoutes } from '#contract/callcenter/home.ts';
import { OPEN_QUOTES } from '#contract/catalogs/orderStatus.ts';
import { divideDecimals, isPositive, multiplyDecimals } from '#contract/rules/decimal.ts';
import { countText, DISPLAY_CAP, formatCount, formatPercent } from '#contract/rules/format.ts';
import { currentInitialLoad, ownToday } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { FigureTile } from '#ui/components/detail/FigureTile.tsx';
import { Money } from '#ui/components/display/Texts.tsx';
import { listPath } from '#ui/shell/screens.ts';
import { Answered, Failure } from '#ui/shell/states/StateMessage.tsx';
import { Undecided } from '#ui/shell/states/skeletons.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { Opens, Showcases } from './Showcases.tsx';

/** The seller's part of the home page: today's figures, banners, showcases. */
export function SalesHome() {
  return (
    <>
      <BannerStrip />
      <SalesFigures />
      <Showcases />
    </>
  );
}

/** The company's current banners, side by side; renders nothing when there are none. */
function BannerStrip() {
  const answer = useRoute(homeRoutes.banners, {});
  if (answer.data?.length === 0) return null;
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
    borderLeft: `4px solid ${actions.primaria}`,
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

const GRID = {
  xs: 'repeat(2, minmax(0, 1fr))',
  md: 'repeat(3, minmax(0, 1fr))',
  xl: 'repeat(5, minmax(0, 1fr))',
};

/** Contacts, quotes, prices and orders of the person, or of everyone they lead; each figure links to the list it counts. */
function SalesFigures() {
  const answer = useRoute(homeRoutes.figures, {});
  const { data, error } = answer;
  return (
    <Box component="section" aria-labelledby="home-sales">
      <Typography id="home-sales" variant="h2" sx={{ mb: 3 }}>
        {data?.de === 'EQUIPE' ? 'Vendas da equipe' : 'Minhas vendas'}
      </Typography>
      <Failure answer={answer} />
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: GRID }}>
        {data ? (
          <Tiles figures={data} />
        ) : (
          !error && [1, 2, 3, 4, 5].map((at) => <Skeleton key={at} variant="rounded" height={84} />)
        )}
      </Box>
    </Box>
  );
}

function Tiles({ figures }: { figures: Figures }) {
  const { can } = useCan();
  const { agendasAtrasadas: late, agendasHoje: today, orcamentosVencendo: expiring } = figures;
  const pending = figures.negociacoesPendentes;
  const isTeam = figures.de === 'EQUIPE';
  const own = isTeam ? {} : { idColab: [`${currentInitialLoad()?.colaborador.id}`] };
  return (
    <>
      <FigureTile
        label="Agendas atrasadas"
        icon={<EventBusyOutlined />}
        tone={late > 0 ? 'perigo' : undefined}
        value={countText(late, DISPLAY_CAP)}
        to={can('AGENDA') ? listPath('agendas', { situacao: ['ATRASADA'] }) : undefined}
      />
      <FigureTile
        label="Agendas de hoje"
        icon={<EventOutlined />}
        value={countText(today, DISPLAY_CAP)}
        note="ainda por fazer"
        to={
          can('AGENDA')
            ? listPath('agendas', { situacao: ['PENDENTE'], dtIni: ownToday(), dtFim: ownToday() })
            : undefined
        }
      />
      <FigureTile
        label="Orçamentos em aberto"
        icon={<RequestQuoteOutlined />}
        value={countText(figures.orcamentosAbertos, DISPLAY_CAP)}
        note={
          expiring === 0
            ? 'nenhum vence em três dias'
            : `${formatCount(expiring, 'vence', 'vencem', DISPLAY_CAP)} em três dias`
        }
        to={can('ORCAMENTO') ? listPath('orcamentos', { st: OPEN_QUOTES, ...own }) : undefined}
      />
      <FigureTile
        label="Preços a decidir"
        icon={<PriceChangeOutlined />}
        tone={pending > 0 ? 'aviso' : undefined}
        value={countText(pending, DISPLAY_CAP)}
        to={can('PRECO_NEGOCIADO') ? listPath('negociacoes', isTeam ? {} : { meus: 'true' }) : undefined}
      />
      <FigureTile
        label="Faturado no mês"
        icon={<ShoppingCartOutlined />}
        value={<Money value={figures.valorMes} decimals={2} />}
        note={monthNote(figures)}
        to={can('PEDIDO') ? '/pedidos' : undefined}
      />
    </>
  );
}

/** Counted as in /objetivos, with the current figures. */
function monthNote({ pedidosMes, vendidoMeta, metaMes }: Figures): string {
  const orders = formatCount(pedidosMes, 'pedido faturado', 'pedidos faturados', DISPLAY_CAP);
  if (metaMes === null || vendidoMeta === null || !isPositive(metaMes)) return orders;
  const percent = divideDecimals(multiplyDecimals(vendidoMeta, '100'), metaMes, 0);
  return `${orders}, ${formatPercent(percent, 0)} da meta`;
}
