import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import {
  FOLLOWED_NOTICES,
  followedPreference,
  wantsFollowed,
} from '#contract/rules/tickets/ticketFollowers.ts';
import { sessionRoutes } from '#contract/session/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Answered, errorText } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';

/** What the person is told of the tickets that they follow, wherever they are signed in; a switch takes effect at once. */
export function FollowedNotices() {
  const notify = useNotify();
  // Asked for again: the load of the session is as old as this page, and the person may have chosen elsewhere since.
  const answer = useRoute(sessionRoutes.load, {});
  const store = useRouteCommand(sessionRoutes.preferences, {
    onError: (error) => notify(errorText(error), { type: 'error' }),
    onSettled: () => answer.refetch(),
  });
  const pressed: Readonly<Record<string, unknown>> = store.isPending
    ? (store.variables.body as Record<string, unknown>)
    : {};
  return (
    <Box component="section" aria-labelledby="seguidos" sx={{ mt: 8, maxWidth: 560 }}>
      <Typography id="seguidos" variant="h2" sx={{ mb: 1 }}>
        Tickets que sigo
      </Typography>
      <Typography variant="body2" sx={{ mb: 1, color: (t) => t.vars.palette.components.textoSecundario }}>
        Avisos no sino sobre tickets em que você clicou em Seguir, ou em que um colega incluiu você.
      </Typography>
      <Answered answer={answer} skeleton={<TextSkeleton lines={2} />}>
        {({ preferencias }) => (
          <Stack>
            {FOLLOWED_NOTICES.map(({ value, label }) => {
              const key = followedPreference(value);
              return (
                <FormControlLabel
                  key={value}
                  control={
                    <Switch
                      checked={wantsFollowed({ ...preferencias, ...pressed }, value)}
                      disabled={store.isPending}
                      onChange={(_event, on) => store.mutate({ body: { [key]: on } })}
                    />
                  }
                  label={label}
                />
              );
            })}
          </Stack>
        )}
      </Answered>
    </Box>
  );
}
