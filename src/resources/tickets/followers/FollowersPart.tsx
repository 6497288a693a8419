import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { type TicketFollower, ticketFollowerRoutes } from '#contract/sac/tickets/ticketFollowers.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Hint } from '#ui/components/Hint.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { RailSection } from '../rail/RailParts.tsx';

/** Who follows the ticket: oneself at a press, colleagues by name. */
export function FollowersPart({ ticket }: { ticket: Ticket }) {
  const params = { idTicket: ticket.id };
  const answer = useRoute(ticketFollowerRoutes.list, { params });
  const [adding, setAdding] = useState(false);
  const notify = useNotify();
  const told = {
    onSuccess: ({ data }: { data: { message: string } }) => notify(data.message, { type: 'success' }),
    onError: ({ message }: Error) => notify(message, { type: 'error' }),
    onSettled: () => answer.refetch(),
  };
  const follow = useRouteCommand(ticketFollowerRoutes.follow, told);
  const unfollow = useRouteCommand(ticketFollowerRoutes.unfollow, told);
  const busy = follow.isPending || unfollow.isPending;
  const own = currentInitialLoad()?.colaborador.id;
  const follows = answer.data?.some(({ id }) => id === own) === true;
  const remove = (idPessoa: number) => unfollow.mutate({ params: { ...params, idPessoa } });
  const add = (id: number) => follow.mutate({ params, body: { pessoas: [id] } });
  return (
    <RailSection
      title="Seguidores"
      action={
        own !== undefined &&
        answer.data &&
        (follows || !ticket.arquivado) && (
          <Button size="small" loading={busy} onClick={() => (follows ? remove(own) : add(own))}>
            {follows ? 'Deixar de seguir' : 'Seguir'}
          </Button>
        )
      }
    >
      <Answered answer={answer}>
        {(followers) => (
          <>
            {followers.length === 0 && (
              <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
                Ninguém segue este ticket. Quem segue recebe os avisos sem ser responsável.
              </Typography>
            )}
            {followers.length > 0 && (
              <Box component="ul" aria-label="Seguidores" sx={{ listStyle: 'none', m: 0, p: 0 }}>
                {followers.map((follower) => (
                  <FollowerLine
                    key={follower.id}
                    follower={follower}
                    own={follower.id === own}
                    disabled={busy}
                    onRemove={() => remove(follower.id)}
                  />
                ))}
              </Box>
            )}
            {!ticket.arquivado &&
              (adding ? (
                <ColleagueField
                  idTicket={ticket.id}
                  followers={followers}
                  onChoose={(id) => {
                    setAdding(false);
                    add(id);
                  }}
                />
              ) : (
                <Button size="small" disabled={busy} onClick={() => setAdding(true)} sx={{ px: 0 }}>
                  Incluir colega
                </Button>
              ))}
          </>
        )}
      </Answered>
    </RailSection>
  );
}

interface FollowerLineProps {
  follower: TicketFollower;
  own: boolean;
  disabled: boolean;
  onRemove: () => void;
}

const FollowerLine = ({ follower: { nome, incluidoPor }, own, disabled, onRemove }: FollowerLineProps) => (
  <Box component="li" sx={{ display: 'flex', alignItems: 'center', minHeight: 32 }}>
    <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
      <Typography variant="body2">{own ? `${nome} (você)` : nome}</Typography>
      {incluidoPor && (
        <Typography
          variant="caption"
          component="p"
          sx={{ color: (t) => t.vars.palette.components.textoSecundario }}
        >
          Por {incluidoPor}
        </Typography>
      )}
    </Box>
    {!own && (
      <Hint text="Tirar dos seguidores">
        <IconButton
          size="small"
          aria-label={`Tirar ${nome} dos seguidores`}
          disabled={disabled}
          onClick={onRemove}
        >
          <CloseIcon fontSize="small" />
        </IconButton>
      </Hint>
    )}
  </Box>
);

interface ColleagueFieldProps {
  idTicket: number;
  followers: readonly TicketFollower[];
  onChoose: (id: number) => void;
}

/** The colleagues who work on tickets of the branch and do not follow this one yet. */
function ColleagueField({ idTicket, followers, onChoose }: ColleagueFieldProps) {
  const { data = [], error } = useRoute(lookupRoutes.availableAttendants, { query: { idTicket } });
  const following = new Set(followers.map(({ id }) => id));
  return (
    <ChoiceField
      label="Colega"
      autoFocus
      fullWidth
      size="small"
      value={null}
      onChange={(id) => id !== null && onChoose(id)}
      choices={data
        .filter(({ id }) => !following.has(id))
        .map(({ id, nome }) => ({ value: id, label: nome }))}
      error={Boolean(error)}
      helperText={error?.message}
      sx={{ mt: 2 }}
    />
  );
}
