import { styled } from '@mui/material/styles';
import { queryOptions, type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { type CSSProperties, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { localTime, type TimeZone } from '#contract/rules/time/zonedTime.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import { type WallPage as Shown, type WallBlock, wallRoutes } from '#contract/sac/reports/walls.ts';
import { call } from '#data/call.ts';
import type { CallFailure } from '#data/http.ts';
import { routeKey } from '#data/useRoute.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { setTabTitle } from '#ui/shell/tabTitle.ts';
import { toneColors } from '#ui/theme/theme.tsx';
import { BlockContent } from './BlockContent.tsx';
import { DashboardGrid, GridCell } from './DashboardGrid.tsx';
import { inLine } from './inLine.ts';
import { SourceContent } from './SourceContent.tsx';
import { useTurns } from './useTurns.ts';

const MINUTE = 60_000;
/** A block of another screenful, which stays where it is laid out. */
const AWAY: CSSProperties = { visibility: 'hidden' };
/** How soon a wall asks again after the network failed. */
const RETRY_MS = 10_000;

/**
 * `/telao#chave`: one dashboard on a screen on the wall. The key stands in the part of the address that is never sent, so that no
 * log keeps it. Nothing can be pressed; a lost network keeps what was shown, and says since when. What is higher than the screen
 * is shown in turns.
 */
export function WallPage() {
  // A whole address that is pasted over this page's own changes only that part, and loads nothing.
  const key = useSyncExternalStore(onHash, () => location.hash.slice(1));
  const page = useQuery<Shown, CallFailure>({
    queryKey: [...routeKey(wallRoutes.page), key],
    queryFn: async ({ signal }) => (await call(wallRoutes.page, { body: { chave: key } }, { signal })).data,
    enabled: key !== '',
    retry: false,
    // Also how soon a revoked wall ends.
    refetchInterval: ({ state }) => (ended(state.error) ? false : retryMs(state.error, MINUTE)),
    refetchIntervalInBackground: true,
  });
  const { data, error } = page;
  const blocks = ended(error) ? [] : (data?.blocos ?? []);
  const answers = useQueries({ queries: blocks.map((block) => blockQuery(block, key, data)) });
  const place = useRef<HTMLDivElement>(null);
  const { pages, page: turn, sheet, shows } = useTurns(place, blocks);
  useEffect(() => setTabTitle(data ? `${data.titulo} · ${data.empresa}` : 'Telão'), [data]);
  if (key === '' || ended(error))
    return (
      <Screen data-tema="dark">
        <Note>
          <h1>{key === '' ? 'Endereço incompleto' : 'Este telão terminou'}</h1>
          <p>
            {key === ''
              ? 'Abra o endereço inteiro do telão, como um administrador o copiou.'
              : 'Um administrador pode criar outro na página do painel.'}
          </p>
        </Note>
      </Screen>
    );
  return (
    <Screen data-tema="dark">
      {data && <Head page={data} readAt={oldest(answers)} turn={turn} pages={pages} />}
      {error && (
        <p role="alert">
          {data && 'Sem atualizar: '}
          {errorText(error)} Tentaremos de novo em instantes.
        </p>
      )}
      {data && (
        <div inert className="blocks" ref={place}>
          <div style={sheet}>
            <DashboardGrid>
              {blocks.map((block, at) => {
                const answer = answers[at];
                return (
                  answer && (
                    <Block
                      key={block.chave}
                      block={block}
                      answer={answer}
                      zone={data.fuso}
                      style={shows(at) ? {} : AWAY}
                    />
                  )
                );
              })}
            </DashboardGrid>
          </div>
        </div>
      )}
    </Screen>
  );
}

function onHash(changed: () => void) {
  addEventListener('hashchange', changed);
  return () => removeEventListener('hashchange', changed);
}

/** Revoked, removed or never there, which is the same to the screen. */
const ended = (error: CallFailure | null): boolean => error?.status === 404;

/** Whether the same question may be answered in a moment: the network, the server or the pace, and not what was asked. */
const passes = ({ status }: CallFailure): boolean => status === 0 || status === 429 || status >= 500;

/** When to ask again, in ms. */
const retryMs = (error: CallFailure | null, usual: number): number =>
  error && passes(error) ? Math.min(usual, error.status === 429 ? MINUTE : RETRY_MS) : usual;

const blockQuery = (block: ShownBlock, wall: string, page: Shown | undefined) =>
  queryOptions<WallBlock, CallFailure>({
    queryKey: [...routeKey(wallRoutes.block), wall, block.chave],
    queryFn: ({ signal }) => {
      const body = { chave: wall, bloco: block.chave };
      return inLine(signal, async () => (await call(wallRoutes.block, { body }, { signal })).data);
    },
    enabled: block.tipo !== 'TEXTO',
    retry: false,
    refetchInterval: ({ state }) => retryMs(state.error, (page?.atualizaACada ?? 1) * MINUTE),
    refetchIntervalInBackground: true,
  });

type BlockAnswer = Pick<
  UseQueryResult<WallBlock, CallFailure>,
  'data' | 'error' | 'dataUpdatedAt' | 'isLoading'
>;

/** What a block shows still, although it was not read again. A block that may no longer be shown shows nothing of before. */
const shownAnswer = ({ data, error }: BlockAnswer) => (error && !passes(error) ? undefined : data);

/** When the oldest of what is shown was read, in ms; 0 if nothing is. */
function oldest(answers: readonly BlockAnswer[]): number {
  const times = answers.filter(shownAnswer).map(({ dataUpdatedAt }) => dataUpdatedAt);
  return times.length > 0 ? Math.min(...times) : 0;
}

interface BlockProps {
  block: ShownBlock;
  answer: BlockAnswer;
  zone: TimeZone;
  style: CSSProperties;
}

function Block({ block, answer, zone, style }: BlockProps) {
  const { error, dataUpdatedAt, isLoading } = answer;
  const data = shownAnswer(answer);
  const still = { error: null, refetch: () => undefined };
  return (
    <GridCell
      block={block}
      name="Texto"
      reachable={false}
      busy={isLoading}
      style={style}
      footer={error && data && <Late>Sem atualizar desde as {localTime(dataUpdatedAt, zone)}</Late>}
    >
      {error && !data ? (
        <small>{errorText(error)}</small>
      ) : block.fonte ? (
        <SourceContent block={block} answer={{ ...still, data: data?.fonte ?? undefined }} />
      ) : (
        <Suspense>
          <BlockContent
            block={block}
            unattended
            answer={{
              ...still,
              data: data?.resultado
                ? { resultado: data.resultado, filtros: {}, naoAplicados: [] }
                : undefined,
            }}
          />
        </Suspense>
      )}
    </GridCell>
  );
}

interface HeadProps {
  page: Shown;
  readAt: number;
  turn: number;
  pages: number;
}

function Head({ page, readAt, turn, pages }: HeadProps) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <header>
      <h1>{page.titulo}</h1>
      <span>{page.empresa}</span>
      {pages > 1 && <span>{`Página ${turn + 1} de ${pages}`}</span>}
      <span>{readAt > 0 && `Atualizado às ${localTime(readAt, page.fuso)}`}</span>
      <time>{localTime(now, page.fuso)}</time>
    </header>
  );
}

/** In words too: a colour alone says nothing to many. */
const Late = styled('b')(({ theme }) => ({ color: toneColors(theme, 'aviso').text, fontWeight: 600 }));

const Note = styled('div')({
  margin: 'auto',
  fontSize: '1.5rem',
  textAlign: 'center',
  maxWidth: '32em',
  '& > *': { margin: 0 },
  '& > h1': { fontSize: '2rem', fontWeight: 600, marginBottom: 8 },
});

const Screen = styled('main')(({ theme }) => {
  const { components } = theme.vars.palette;
  return {
    position: 'fixed',
    inset: 0,
    overflow: 'auto',
    display: 'flex',
    flexDirection: 'column',
    gap: 16,
    padding: 24,
    colorScheme: 'dark',
    backgroundColor: components.fundo,
    color: components.texto,
    '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', gap: '4px 24px' },
    '& > header h1': { margin: 0, fontSize: '2rem', lineHeight: 1.2, fontWeight: 600, flex: 1, minWidth: 0 },
    '& > header span': { fontSize: '1.125rem', color: components.textoSecundario },
    '& > header time': { fontSize: '2.5rem', fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
    '& > [role=alert]': { margin: 0, fontSize: '1.125rem' },
    '& > .blocks': {
      flex: '1 0 auto',
      '@media (min-width: 600px)': { flex: '1 1 0px', minHeight: 0, overflow: 'clip' },
      // Read from across a room, where the same screen has smaller pixels.
      '@media (min-width: 1600px)': { zoom: 1.3 },
    },
    // Millions fit in the narrowest block.
    '& section strong': { fontSize: '1.375rem', '@media (min-width: 1600px)': { fontSize: '2rem' } },
    // Nobody can press them.
    '& > .blocks button': { display: 'none' },
  };
});
