import CloseIcon from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import CircularProgress from '@mui/material/CircularProgress';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useNotify } from 'ra-core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { lookupRoutes } from '#contract/sac/lookups.ts';
import { type TicketFollower, ticketFollowerRoutes } from '#contract/sac/tickets/ticketFollowers.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { currentInitialLoad } from '#data/session.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { Button } from '#ui/components/Button.tsx';
import { Hint } from '#ui/components/Hint.tsx';
import { ChoiceField } from '#ui/components/inputs/ChoiceField.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { RailSection } from '../rail/RailParts.tsx';

/** Who follows the ticket: oneself at a press, colleagues by name. */
export function FollowersPart({ ticket }: { ticket: Ticket }) {
  const params = { idTicket: ticket.id };
  const answer = useRoute(ticketFollowerRoutes.list, { params });
  const [adding, setAdding] = useState<'no' | 'yes' | 'cancelled'>('no');
  const place = useRef<HTMLDivElement>(null);
  // What is pressed goes away with its line.
  const stayHere = () => place.current?.focus();
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
        (follows ? ticket.juntadoAo === null : !ticket.arquivado) && (
          <Button
            size="small"
            // Not disabled meanwhile, which would take the focus from whoever pressed it by a key.
            aria-disabled={busy}
            startIcon={busy ? <CircularProgress size={14} color="inherit" aria-hidden /> : undefined}
            onClick={() => {
              if (busy) return;
              // Of an archived ticket, which nobody begins to follow, the button goes away.
              if (ticket.arquivado) stayHere();
              if (follows) remove(own);
              else add(own);
            }}
          >
            {follows ? 'Deixar de seguir' : 'Seguir'}
          </Button>
        )
      }
    >
      <Answered answer={answer}>
        {(followers) => (
          <Box ref={place} tabIndex={-1} sx={{ outline: 'none' }}>
            {followers.length === 0 && (
              <Typography variant="body2" sx={{ color: (t) => t.vars.palette.components.textoSecundario }}>
                Ninguém segue este ticket. Quem segue recebe os avisos sem ser o operador.
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
                    {...(ticket.juntadoAo === null && {
                      onRemove: () => {
                        stayHere();
                        remove(follower.id);
                      },
                    })}
                  />
                ))}
              </Box>
            )}
            {!ticket.arquivado &&
              (adding === 'yes' ? (
                <ColleagueField
                  idTicket={ticket.id}
                  followers={followers}
                  onChoose={(id) => {
                    stayHere();
                    setAdding('no');
                    add(id);
                  }}
                  onCancel={() => setAdding('cancelled')}
                />
              ) : (
                <Button
                  size="small"
                  disabled={busy}
                  // The focus returns from the field that was left.
                  autoFocus={adding === 'cancelled'}
                  onClick={() => setAdding('yes')}
                  sx={{ px: 0 }}
                >
                  Incluir colega
                </Button>
              ))}
          </Box>
        )}
      </Answered>
    </RailSection>
  );
}

interface FollowerLineProps {
  follower: TicketFollower;
  own: boolean;
  disabled: boolean;
  /** Absent from a merged ticket, whose followers change on the one that leads on. */
  onRemove?: () => void;
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
          Incluído por {incluidoPor}
        </Typography>
      )}
    </Box>
    {!own && onRemove && (
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
  onCancel: () => void;
}

/** The colleagues who work on tickets of the branch and do not follow this one yet. */
function ColleagueField({ idTicket, followers, onChoose, onCancel }: ColleagueFieldProps) {
  const answer = useRoute(lookupRoutes.availableAttendants, { query: { idTicket } });
  const following = new Set(followers.map(({ id }) => id));
  const choicesOf = (colleagues: readonly { id: number; nome: string }[]) =>
    colleagues.filter(({ id }) => !following.has(id)).map(({ id, nome }) => ({ value: id, label: nome }));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.stopPropagation();
    onCancel();
  };
  return (
    <Box sx={{ mt: 2 }} onKeyDown={onKeyDown}>
      <Answered answer={answer} skeleton={<TextSkeleton lines={1} />}>
        {(colleagues) =>
          choicesOf(colleagues).length > 0 ? (
            <ChoiceField
              label="Colega"
              autoFocus
              fullWidth
              size="small"
              value={null}
              onChange={onChoose}
              choices={choicesOf(colleagues)}
            />
          ) : (
            <Typography
              role="status"
              variant="body2"
              sx={{ color: (t) => t.vars.palette.components.textoSecundario }}
            >
              Nenhum colega para incluir
            </Typography>
          )
        }
      </Answered>
      <Button size="small" onClick={onCancel} sx={{ px: 0 }}>
        Cancelar
      </Button>
    </Box>
  );
}
