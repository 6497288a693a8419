import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { localTime } from '#contract/rules/time/zonedTime.ts';
import type { ShownBlock } from '#contract/sac/reports/shownBlocks.ts';
import { type WallPage as Shown, type WallBlock, wallRoutes } from '#contract/sac/reports/walls.ts';
import { call } from '#data/call.ts';
import type { CallFailure } from '#data/http.ts';
import { ownZone } from '#data/session.ts';
import { routeKey } from '#data/useRoute.ts';
import { errorText } from '#ui/shell/states/StateMessage.tsx';
import { BlockContent } from './BlockContent.tsx';
import { DashboardGrid, GridCell } from './DashboardGrid.tsx';
import { inLine } from './inLine.ts';
import { SourceContent } from './SourceContent.tsx';

const MINUTE = 60_000;
/** How soon a wall asks again after the network failed. */
const RETRY_MS = 10_000;

/**
 * `/telao#chave`: one dashboard on a screen on the wall. The key stands in the part of the address that is never sent, so that no
 * log keeps it. Nothing can be pressed; a lost network keeps what was shown, and says since when.
 */
export function WallPage() {
  const [key] = useState(() => location.hash.slice(1));
  const page = useQuery<Shown, CallFailure>({
    queryKey: [...routeKey(wallRoutes.page), key],
    queryFn: async ({ signal }) => (await call(wallRoutes.page, { body: { chave: key } }, { signal })).data,
    enabled: key !== '',
    retry: false,
    // Also how soon a revoked wall ends.
    refetchInterval: ({ state }) => (ended(state.error) ? false : state.error ? RETRY_MS : MINUTE),
    refetchIntervalInBackground: true,
  });
  const { data, error } = page;
  useEffect(() => {
    document.title = data ? `${data.titulo} · ${data.empresa}` : 'Telão';
  }, [data]);
  if (key === '' || ended(error))
    return (
      <Screen data-tema="dark">
        <Note>
          {key === ''
            ? 'Abra o endereço inteiro do telão, como um administrador o copiou.'
            : 'Este telão terminou. Um administrador pode criar outro na página do painel.'}
        </Note>
      </Screen>
    );
  return (
    <Screen data-tema="dark">
      <Head title={data?.titulo ?? ''} company={data?.empresa ?? ''} readAt={page.dataUpdatedAt} />
      {error && (
        <p role="alert">
          {data ? `Sem atualizar: ${errorText(error)} Tento de novo sozinho.` : errorText(error)}
        </p>
      )}
      {data && (
        <div inert className="blocks">
          <DashboardGrid>
            {data.blocos.map((block) => (
              <Block key={block.chave} block={block} wall={key} every={data.atualizaACada * MINUTE} />
            ))}
          </DashboardGrid>
        </div>
      )}
    </Screen>
  );
}

/** Revoked, removed or never there, which is the same to the screen. */
const ended = (error: CallFailure | null): boolean => error?.status === 404;

interface BlockProps {
  block: ShownBlock;
  wall: string;
  /** In ms. */
  every: number;
}

function Block({ block, wall, every }: BlockProps) {
  const answer = useQuery<WallBlock, CallFailure>({
    queryKey: [...routeKey(wallRoutes.block), wall, block.chave],
    queryFn: ({ signal }) => {
      const body = { chave: wall, bloco: block.chave };
      return inLine(signal, async () => (await call(wallRoutes.block, { body }, { signal })).data);
    },
    enabled: block.tipo !== 'TEXTO',
    retry: false,
    refetchInterval: ({ state }) => (state.error?.status === 0 ? RETRY_MS : every),
    refetchIntervalInBackground: true,
  });
  const { data, error, refetch } = answer;
  return (
    <GridCell block={block} name="Texto" reachable={false} busy={answer.isLoading}>
      {error && !data ? (
        <small>{errorText(error)}</small>
      ) : block.fonte ? (
        <SourceContent block={block} answer={{ data: data?.fonte ?? undefined, error: null, refetch }} />
      ) : (
        <Suspense>
          <BlockContent
            block={block}
            answer={{
              data: data?.resultado
                ? { resultado: data.resultado, filtros: {}, naoAplicados: [] }
                : undefined,
              ...{ error: null, refetch },
            }}
          />
        </Suspense>
      )}
    </GridCell>
  );
}

function Head({ title, company, readAt }: { title: string; company: string; readAt: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return (
    <header>
      <h1>{title}</h1>
      <span>{company}</span>
      <span>{readAt > 0 && `Atualizado às ${localTime(readAt, ownZone())}`}</span>
      <time>{localTime(now, ownZone())}</time>
    </header>
  );
}

const Note = styled('p')({ margin: 'auto', fontSize: '1.5rem', textAlign: 'center', maxWidth: '32em' });

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
    // Read from across a room.
    '& > .blocks': { '@media (min-width: 1200px)': { zoom: 1.3 } },
    '& section strong': { fontSize: '2rem' },
  };
});
