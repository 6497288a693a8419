import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import {
  FOLLOWED_NOTICES,
  FOLLOWED_PREFERENCE,
  type FollowedNotice,
  wantsFollowed,
} from '#contract/rules/tickets/ticketFollowers.ts';
import { sessionRoutes } from '#contract/session/session.ts';
import { currentInitialLoad, storeForPerson } from '#data/session.ts';
import { useRouteCommand } from '#data/useRoute.ts';

/** What the person is told of the tickets that they follow; a switch takes effect at once. */
export function FollowedNotices() {
  const [wanted, setWanted] = useState(storedChoice);
  const notify = useNotify();
  const store = useRouteCommand(sessionRoutes.preferences);
  const choose = async (notice: FollowedNotice, on: boolean) => {
    const next = { ...wanted, [notice]: on };
    setWanted(next);
    try {
      await store.mutateAsync({ body: { [FOLLOWED_PREFERENCE]: next } });
      storeForPerson(sessionStorage, FOLLOWED_PREFERENCE, JSON.stringify(next));
    } catch (error) {
      setWanted(wanted);
      notify(error instanceof Error ? error.message : 'Não foi possível salvar.', { type: 'error' });
    }
  };
  return (
    <Box component="section" aria-labelledby="seguidos" sx={{ mt: 8, maxWidth: 560 }}>
      <Typography id="seguidos" variant="h2" sx={{ mb: 1 }}>
        Tickets que sigo
      </Typography>
      <Typography variant="body2" sx={{ mb: 1, color: (t) => t.vars.palette.components.textoSecundario }}>
        Avisos no sino sobre tickets em que você clicou em Seguir, ou em que um colega incluiu você.
      </Typography>
      <Stack>
        {FOLLOWED_NOTICES.map(({ value, label }) => (
          <FormControlLabel
            key={value}
            control={
              <Switch
                checked={wanted[value]}
                disabled={store.isPending}
                onChange={(_event, on) => void choose(value, on)}
              />
            }
            label={label}
          />
        ))}
      </Stack>
    </Box>
  );
}

/** Chosen on this page since the session was loaded, or as the session has it. */
function storedChoice(): Record<FollowedNotice, boolean> {
  const held = parsed() ?? currentInitialLoad()?.preferencias[FOLLOWED_PREFERENCE];
  const choices = FOLLOWED_NOTICES.map(({ value }) => [value, wantsFollowed(held, value)] as const);
  return Object.fromEntries(choices) as Record<FollowedNotice, boolean>;
}

function parsed(): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(FOLLOWED_PREFERENCE) ?? 'null');
  } catch {
    return null;
  }
}
