import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { type OwnSession, sessionRoutes } from '../../../contract/session/session.ts';
import { useRoute, useRouteCommand } from '../../dataProvider/useRoute.ts';
import { RelativeDate } from '../../ui/components/display/RelativeDate.tsx';
import { Tag } from '../../ui/components/display/Tag.ts';
import { errorText } from '../../ui/shell/errorText.ts';
import { ErrorState } from '../../ui/shell/states/ErrorState.tsx';

/** Where the account is open, each to be closed from here: a browser in a shop, a lost phone. */
export function OwnSessions() {
  const notify = useNotify();
  const { data, error, isPending, refetch } = useRoute(sessionRoutes.ownSessions, {});
  const told = {
    onSuccess: ({ message }: { message: string }) => notify(message, { type: 'success' }),
    onError: (failure: Error) => notify(errorText(failure), { type: 'error' }),
    onSettled: () => refetch(),
  };
  const one = useRouteCommand(sessionRoutes.endOwnSession, told);
  const others = useRouteCommand(sessionRoutes.endOtherSessions, told);
  const hasOthers = data?.some(({ atual }) => !atual);
  return (
    <Box component="section" aria-labelledby="sessoes-abertas" sx={{ mt: 8, maxWidth: 560 }}>
      <Typography id="sessoes-abertas" variant="h2" sx={{ mb: 1 }}>
        Onde sua conta está aberta
      </Typography>
      <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
        Encerre o que você não reconhece e troque a senha em seguida.
      </Typography>
      {isPending && <Skeleton variant="rounded" height={120} sx={{ mt: 3 }} />}
      {error && !data && <ErrorState error={error} onRetry={() => refetch()} />}
      {data && (
        <List aria-labelledby="sessoes-abertas">
          {data.map((session) => (
            <Row
              key={session.id}
              session={session}
              ending={one.isPending && one.variables.params.id === session.id}
              onEnd={() => one.mutate({ params: { id: session.id } })}
            />
          ))}
        </List>
      )}
      {hasOthers && (
        <Button color="error" loading={others.isPending} onClick={() => others.mutate({})}>
          Encerrar todas as outras
        </Button>
      )}
    </Box>
  );
}

interface RowProps {
  session: OwnSession;
  ending: boolean;
  onEnd: () => void;
}

const Row = ({ session: { aparelho, ip, entrou, usada, atual }, ending, onEnd }: RowProps) => (
  <ListItem disableGutters divider sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, py: 2 }}>
    <Box sx={{ flex: '1 1 220px', minWidth: 0 }}>
      <Typography sx={{ fontWeight: 500, display: 'flex', flexWrap: 'wrap', gap: 2 }}>
        {aparelho}
        {atual && <Tag tone="success">Este aparelho</Tag>}
      </Typography>
      <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
        Usada <RelativeDate value={usada} /> · entrou <RelativeDate value={entrou} />
        {ip && ` · ${ip}`}
      </Typography>
    </Box>
    {!atual && (
      <Button
        size="small"
        color="inherit"
        variant="outlined"
        loading={ending}
        onClick={onEnd}
        aria-label={`Encerrar ${aparelho}, ${ip}`}
      >
        Encerrar
      </Button>
    )}
  </ListItem>
);
