import EventBusyOutlined from '@mui/icons-material/EventBusyOutlined';
import EventOutlined from '@mui/icons-material/EventOutlined';
import PriceChangeOutlined from '@mui/icons-material/PriceChangeOutlined';
import RequestQuoteOutlined from '@mui/icons-material/RequestQuoteOutlined';
import ShoppingCartOutlined from '@mui/icons-material/ShoppingCartOutlined';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { type SalesFigures as Figures, homeRoutes } from '../../../../contract/callcenter/home.ts';
import { OPEN_QUOTES } from '../../../../contract/catalogs/orderStatus.ts';
import { divideDecimals, isPositive, multiplyDecimals } from '../../../../contract/rules/decimal.ts';
import { formatCount } from '../../../../contract/rules/format.ts';
import { currentLoad, ownToday } from '../../../dataProvider/session.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { countText } from '../../../ui/components/countText.ts';
import { FigureTile } from '../../../ui/components/detail/FigureTile.tsx';
import { Money } from '../../../ui/components/display/Money.tsx';
import { listPath } from '../../../ui/lists/listPath.ts';
import { ErrorState } from '../../../ui/shell/states/ErrorState.tsx';
import { useCan } from '../../../ui/shell/useCan.ts';

const COUNT_CAP = 10_000;
const GRID = {
  xs: 'repeat(2, minmax(0, 1fr))',
  md: 'repeat(3, minmax(0, 1fr))',
  xl: 'repeat(5, minmax(0, 1fr))',
};

/** Contacts, quotes, prices and orders of the person, or of all that they lead; each leads to the list that it counts. */
export function SalesFigures() {
  const { data, error, refetch } = useRoute(homeRoutes.figures, {});
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  return (
    <Box component="section" aria-labelledby="home-sales">
      <Typography id="home-sales" variant="h2" sx={{ mb: 3 }}>
        {data?.de === 'EQUIPE' ? 'Vendas da equipe' : 'Minhas vendas'}
      </Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: GRID }}>
        {data ? (
          <Tiles figures={data} />
        ) : (
          [1, 2, 3, 4, 5].map((at) => <Skeleton key={at} variant="rounded" height={84} />)
        )}
      </Box>
    </Box>
  );
}

function Tiles({ figures }: { figures: Figures }) {
  const { can } = useCan();
  const { agendasAtrasadas: late, agendasHoje: today, orcamentosVencendo: expiring } = figures;
  const asked = figures.negociacoesPendentes;
  const isTeam = figures.de === 'EQUIPE';
  const own = isTeam ? {} : { idColab: [`${currentLoad()?.colaborador.id}`] };
  return (
    <>
      <FigureTile
        label="Agendas atrasadas"
        icon={<EventBusyOutlined />}
        tone={late > 0 ? 'perigo' : undefined}
        value={countText(late, COUNT_CAP)}
        to={can('AGENDA') ? listPath('agendas', { situacao: ['ATRASADA'] }) : undefined}
      />
      <FigureTile
        label="Agendas de hoje"
        icon={<EventOutlined />}
        value={countText(today, COUNT_CAP)}
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
        value={countText(figures.orcamentosAbertos, COUNT_CAP)}
        note={
          expiring === 0
            ? 'nenhum vence em três dias'
            : `${formatCount(expiring, 'vence', 'vencem', COUNT_CAP)} em três dias`
        }
        to={can('ORCAMENTO') ? listPath('orcamentos', { st: OPEN_QUOTES, ...own }) : undefined}
      />
      <FigureTile
        label="Preços a decidir"
        icon={<PriceChangeOutlined />}
        tone={asked > 0 ? 'aviso' : undefined}
        value={countText(asked, COUNT_CAP)}
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

/** As /objetivos counts it, and as it is now. */
function monthNote({ pedidosMes, vendidoMeta, metaMes }: Figures): string {
  const orders = formatCount(pedidosMes, 'pedido faturado', 'pedidos faturados', COUNT_CAP);
  if (metaMes === null || vendidoMeta === null || !isPositive(metaMes)) return orders;
  const percent = divideDecimals(multiplyDecimals(vendidoMeta, '100'), metaMes, 0);
  return `${orders}, ${percent} % da meta`;
}
