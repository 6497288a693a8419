import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { Suspense } from 'react';
import { Link } from 'react-router-dom';
import type { IconName } from '#contract/catalogs/catalog.ts';
import type { BlockSource } from '#contract/rules/dashboards/blockSources.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import type { SourceItem, SourceResult } from '#contract/sac/reports/homePages.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import { BannerStrip, Showcases } from '#src/resources/home/shared/homeContent.ts';
import { FigureTile } from '#ui/components/detail/FigureTile.tsx';
import { CatalogIcon } from '#ui/components/display/CatalogIcon.tsx';
import { RelativeDate } from '#ui/components/display/Texts.tsx';
import type { Answer } from '#ui/shell/states/StateMessage.tsx';
import { toneColors } from '#ui/theme/theme.tsx';
import { BlockFailure, Quiet, Unseen } from './blockStates.tsx';
import { Goal } from './Goal.tsx';

interface SourceContentProps {
  block: Pick<ShownBlock, 'acesso' | 'tipo' | 'fonte' | 'titulo'>;
  answer: Answer<SourceResult>;
}

/** What a block lists or counts of the day of whoever looks, in each of its states. */
export function SourceContent({ block, answer }: SourceContentProps) {
  const { acesso, tipo, fonte, titulo } = block;
  if (!acesso || !fonte) return <Unseen />;
  if (tipo === 'CONTEUDO')
    return <Suspense>{fonte === 'banners' ? <BannerStrip /> : <Showcases />}</Suspense>;
  const { data, error, refetch } = answer;
  const shown = data && (data.acesso ? <Shown kind={tipo} result={data} /> : <Unseen />);
  return (
    <>
      {error ? <BlockFailure name={titulo} error={error} onRetry={() => void refetch()} /> : null}
      {shown ?? (!error && <Waiting kind={tipo} source={fonte} />)}
    </>
  );
}

/** Has the size of what comes. */
function Waiting({ kind, source }: { kind: string; source: BlockSource }) {
  if (kind !== 'CONTADORES') return <Skeleton variant="rounded" height="100%" sx={{ minHeight: 48 }} />;
  return (
    <Tiles>
      {Array.from({ length: TILES[source] ?? 4 }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: positions within one shape never change
        <Skeleton key={at} variant="rounded" height={source === 'minhas-vendas' ? 86 : 70} />
      ))}
    </Tiles>
  );
}

const TILES: Partial<Record<BlockSource, number>> = { 'tickets-por-situacao': 6, 'minhas-vendas': 5 };

function Shown({ kind, result }: { kind: string; result: SourceResult }) {
  if (kind === 'META') return <Goal goal={result.meta} />;
  if (kind === 'CONTADORES')
    return (
      <Tiles>
        {result.itens.map(({ chave, titulo, valor, detalhe, tom, icone, caminho }) => (
          <FigureTile
            key={chave}
            label={titulo}
            value={valor}
            note={detalhe}
            tone={tom ?? undefined}
            icon={icone && <CatalogIcon name={icone as IconName} size={16} />}
            to={caminho ?? undefined}
          />
        ))}
      </Tiles>
    );
  const [first] = result.itens;
  if (!first) return <Quiet>{NOTHING[result.fonte] ?? 'Nada por aqui agora.'}</Quiet>;
  return kind === 'PROXIMO' ? <Next source={result.fonte} item={first} /> : <Records items={result.itens} />;
}

const NOTHING: Partial<Record<BlockSource, string>> = {
  'proximo-da-fila': 'Nada espera por você na fila.',
  'proxima-ligacao': 'Nenhuma ligação por fazer hoje.',
  'tickets-urgentes': 'Nenhum ticket em aberto com você.',
  'tickets-sem-operador': 'Todo ticket em aberto tem operador.',
  'tickets-recentes': 'Nada por aqui ainda. O que tiver movimento aparece no topo da lista.',
  'agendas-do-dia': 'Nenhuma ligação por fazer hoje.',
  'orcamentos-vencendo': 'Nenhum orçamento vence nos próximos três dias.',
  'links-nao-pagos': 'Nenhum link espera por pagamento.',
};

function Next({ source, item }: { source: BlockSource; item: SourceItem }) {
  const { titulo, detalhe, valor, caminho } = item;
  return (
    <NextUp>
      <strong>{titulo}</strong>
      <span>{detalhe}</span>
      <span>
        <When item={item} />
        {valor && ` · ${valor}`}
      </span>
      {caminho && (
        <Button variant="contained" component={Link} to={caminho} sx={{ mt: 2 }}>
          {source === 'proximo-da-fila' ? 'Abrir o ticket' : 'Abrir o cliente'}
        </Button>
      )}
    </NextUp>
  );
}

const Records = ({ items }: { items: readonly SourceItem[] }) => (
  <Rows>
    {items.map((item) => (
      <li key={item.chave}>
        <span>
          {item.caminho ? <Link to={item.caminho}>{item.titulo}</Link> : <b>{item.titulo}</b>}
          <small>{item.detalhe}</small>
        </span>
        <span>
          {item.valor && <b>{item.valor}</b>}
          <small>
            <When item={item} />
          </small>
        </span>
      </li>
    ))}
  </Rows>
);

/** When it is due, or happened; what is late says so in words, not by its colour alone. */
function When({ item: { quando, dia, prazo } }: { item: SourceItem }) {
  if (dia) return <>vence {formatCalendarDate(dia)}</>;
  if (!quando) return null;
  if (!prazo) return <RelativeDate value={quando} />;
  const { word, tone } = DUE[prazo];
  return (
    <Toned tone={tone}>
      {`${word}: `}
      <RelativeDate value={quando} />
    </Toned>
  );
}

const DUE = {
  ATRASADO: { word: 'atrasado', tone: 'perigo' },
  VENCENDO: { word: 'vencendo', tone: 'aviso' },
  VENCIDO: { word: 'vencido', tone: 'perigo' },
} as const;

const Toned = styled('span', { shouldForwardProp: (prop) => prop !== 'tone' })<{
  tone: 'perigo' | 'aviso';
}>(({ theme, tone }) => ({ color: toneColors(theme, tone).text }));

const Tiles = styled('div')({
  display: 'grid',
  gap: 12,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(136px, 100%), 1fr))',
  // Millions fit beside four others.
  '& strong': { fontSize: '1.1875rem' },
});

const NextUp = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 2,
  '& strong': { fontSize: '1.125rem', lineHeight: 1.35, fontWeight: 600, overflowWrap: 'anywhere' },
  '& > span': { fontSize: '0.8125rem', color: theme.vars.palette.components.textoSecundario },
}));

const Rows = styled('ul')(({ theme }) => {
  const { components, actions } = theme.vars.palette;
  return {
    margin: 0,
    padding: 0,
    listStyle: 'none',
    fontVariantNumeric: 'tabular-nums',
    '& li': {
      display: 'flex',
      gap: 12,
      justifyContent: 'space-between',
      padding: '5px 0',
      fontSize: '0.8125rem',
      lineHeight: '18px',
    },
    '& li + li': { borderTop: `1px solid ${components.linha}` },
    '& li > span': { minWidth: 0, display: 'flex', flexDirection: 'column' },
    '& li > span:last-of-type': { flex: 'none', textAlign: 'right' },
    '& b': { fontWeight: 500 },
    '& a': { color: actions.primaria.text, fontWeight: 500, overflowWrap: 'anywhere' },
    '& small': { fontSize: '0.75rem', color: components.textoSecundario },
  };
});
