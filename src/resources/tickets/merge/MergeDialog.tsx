import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import { listText } from '#contract/rules/text.ts';
import { MOST_MERGED } from '#contract/rules/tickets/ticketMerge.ts';
import { type MergeOption, ticketMergeRoutes } from '#contract/sac/tickets/ticketMerges.ts';
import { useRefetch } from '#data/refetch.ts';
import { ticketWording } from '#data/session.ts';
import { useCommand, useRoute } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useMergedToast } from './UndoMerge.tsx';

interface MergeDialogProps {
  /** The ticket that leads, as long as no other one is chosen. */
  leading: number;
  /** Those chosen in a list; without them, the open ones of the customer are offered. */
  among?: readonly number[];
  onClose: () => void;
  /** Called with the ticket that leads, once they are merged. */
  onMerged?: (leading: number) => void;
}

/** Says what follows to the ticket that leads, and why one of them cannot. */
export function MergeDialog({ leading, among, onClose, onMerged }: MergeDialogProps) {
  const [lead, setLead] = useState(leading);
  const [chosen, setChosen] = useState<readonly number[]>(among ?? [leading]);
  const tell = useMergedToast();
  const refetch = useRefetch();
  const send = useCommand();
  const others = among?.filter((id) => id !== lead);
  const answer = useRoute(
    ticketMergeRoutes.options,
    { params: { idTicket: lead }, query: others ? { tickets: others } : {} },
    { placeholderData: (before) => before },
  );
  const all = answer.data ? [answer.data.principal, ...answer.data.outros] : [];
  const following = all.filter(
    ({ id, impedimento }) => id !== lead && chosen.includes(id) && impedimento === null,
  );
  const isStale = answer.data?.principal.id !== lead;
  const merge = async () => {
    const { data } = await send(ticketMergeRoutes.merge, {
      params: { idTicket: lead },
      body: {
        versao: answer.data?.principal.versao,
        tickets: following.map(({ id, versao }) => ({ id, versao })),
      },
    }).catch((error: unknown) => {
      // What was refused was decided over tickets as they no longer are.
      void answer.refetch();
      throw error;
    });
    void refetch(ticketMergeRoutes.merge);
    tell(
      data.message,
      lead,
      following.map(({ id }) => id),
    );
    onClose();
    onMerged?.(lead);
  };
  return (
    <ConfirmDialog
      open
      width="sm"
      title={ticketWording('Juntar tickets')}
      text={ticketWording(
        'A conversa, os produtos, os arquivos, os custos e a coleta seguem para o ticket que fica. O número dos outros passa a levar a ele. Pode ser desfeito em até um dia.',
      )}
      confirmLabel="Juntar"
      disabled={following.length === 0 || isStale}
      onConfirm={merge}
      onCancel={onClose}
    >
      <Answered answer={answer} skeleton={<TextSkeleton lines={4} />}>
        {() => (
          <Choice
            all={all}
            lead={lead}
            chosen={chosen}
            onLead={(id) => {
              setLead(id);
              if (!chosen.includes(id)) setChosen([...chosen, id]);
            }}
            onChosen={setChosen}
          />
        )}
      </Answered>
      <Typography role="status" variant="body2" sx={{ mt: 3 }}>
        {following.length > 0 && `Segue para o ${lead}: ${sumsOf(following)}.`}
      </Typography>
    </ConfirmDialog>
  );
}

interface ChoiceProps {
  all: readonly MergeOption[];
  lead: number;
  chosen: readonly number[];
  onLead: (id: number) => void;
  onChosen: (ids: readonly number[]) => void;
}

function Choice({ all, lead, chosen, onLead, onChosen }: ChoiceProps) {
  const labelId = useId();
  if (all.length < 2)
    return (
      <Typography>{ticketWording('Este cliente não tem outro ticket aberto que você veja.')}</Typography>
    );
  const byNumber = [...all].sort((one, other) => one.id - other.id);
  const full = chosen.length >= MOST_MERGED;
  return (
    <>
      <Rows aria-label={ticketWording('Tickets a juntar')}>
        {byNumber.map((option) => {
          const { id, impedimento } = option;
          const isLead = id === lead;
          const ticked = isLead || (chosen.includes(id) && impedimento === null);
          const disabled = isLead || impedimento !== null || (full && !ticked);
          return (
            <li key={id}>
              <FormControlLabel
                disabled={disabled}
                control={
                  <Checkbox
                    size="small"
                    checked={ticked}
                    onChange={(_event, checked) =>
                      onChosen(checked ? [...chosen, id] : chosen.filter((each) => each !== id))
                    }
                  />
                }
                label={`${id} · ${option.assunto}`}
              />
              <Facts>{factsOf(option)}</Facts>
              {impedimento && <Obstacle>{ticketWording(impedimento)}</Obstacle>}
            </li>
          );
        })}
      </Rows>
      <Typography id={labelId} component="h3" variant="subtitle2" sx={{ mt: 3 }}>
        Qual número fica
      </Typography>
      <RadioGroup
        row
        aria-labelledby={labelId}
        value={lead}
        onChange={(_event, value) => onLead(Number(value))}
      >
        {byNumber
          .filter(({ id }) => id === lead || chosen.includes(id))
          .map(({ id }) => (
            <FormControlLabel key={id} value={id} control={<Radio size="small" />} label={String(id)} />
          ))}
      </RadioGroup>
    </>
  );
}

const factsOf = ({ tipo, etapa, operador, ...counts }: MergeOption): string =>
  [tipo, etapa, countsOf(counts), operador && `com ${operador.nome}`].filter(Boolean).join(' · ');

type Counts = Pick<MergeOption, 'mensagens' | 'produtos' | 'arquivos'>;

/** '3 mensagens, 2 produtos'; what there is none of is not named. */
const countsOf = ({ mensagens, produtos, arquivos }: Counts): string =>
  [
    mensagens > 0 && formatCount(mensagens, 'mensagem', 'mensagens'),
    produtos > 0 && formatCount(produtos, 'produto', 'produtos'),
    arquivos > 0 && formatCount(arquivos, 'arquivo', 'arquivos'),
  ]
    .filter((part) => part !== false)
    .join(', ');

function sumsOf(options: readonly MergeOption[]): string {
  const sum = (of: keyof Counts) => options.reduce((total, option) => total + option[of], 0);
  const counts = countsOf({
    mensagens: sum('mensagens'),
    produtos: sum('produtos'),
    arquivos: sum('arquivos'),
  });
  return counts || listText(options.map(({ id }) => String(id)));
}

const Rows = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 8 });

const Facts = styled('div')(({ theme }) => ({
  marginLeft: 27,
  fontSize: 13,
  color: theme.vars.palette.components.textoSecundario,
}));

const Obstacle = styled('div')(({ theme }) => ({
  marginLeft: 27,
  fontSize: 13,
  color: theme.vars.palette.actions.aviso.text,
}));
