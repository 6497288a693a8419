import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { formatCount } from '#contract/rules/format.ts';
import { formatQuantity } from '#contract/rules/quantity.ts';
import { splitDemandObstacle, splitText } from '#contract/rules/tickets/ticketSplit.ts';
import { formatDateTime } from '#contract/rules/time/calendarDate.ts';
import { type SplitOptions, ticketSplitRoutes } from '#contract/sac/tickets/ticketSplits.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { ownZone, ticketWording } from '#data/session.ts';
import { useRoute } from '#data/useRoute.ts';
import { Unsaved } from '#ui/components/frame/DialogFrame.tsx';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useDividedToast } from './UndoSplit.tsx';

interface SplitDialogProps {
  ticket: Pick<Ticket, 'id' | 'versao' | 'assunto'>;
  onClose: () => void;
}

/** What was ticked, by the names of the body. */
interface Chosen {
  produtos: readonly number[];
  mensagens: readonly number[];
  arquivos: readonly number[];
}

const NOTHING: Chosen = { produtos: [], mensagens: [], arquivos: [] };

/** Chooses what of a ticket goes to a new one, and says why something cannot. */
export function SplitDialog({ ticket, onClose }: SplitDialogProps) {
  const answer = useRoute(ticketSplitRoutes.options, { params: { idTicket: ticket.id } });
  const [chosen, setChosen] = useState(NOTHING);
  const tell = useDividedToast();
  const what = splitText({ lines: chosen.produtos, messages: chosen.mensagens, files: chosen.arquivos });
  const lacking = what !== '' && answer.data ? lackingText(ticket.id, answer.data, chosen.produtos) : null;
  return (
    <CommandDialog
      route={ticketSplitRoutes.split}
      params={{ idTicket: ticket.id }}
      record={ticket}
      name="este ticket"
      given={{
        produtos: [...chosen.produtos],
        mensagens: [...chosen.mensagens],
        arquivos: [...chosen.arquivos],
      }}
      only={['assunto']}
      width="sm"
      title={ticketWording('Dividir ticket')}
      text={ticketWording(
        'O que você escolher sai deste ticket e vai para um novo, do mesmo tipo, cliente, filial e etapa. Os custos ficam aqui. Pode ser desfeito em até um dia.',
      )}
      confirmLabel="Dividir"
      disabled={what === '' || lacking !== null || answer.data?.impedimento !== null}
      decides
      onDone={(text, { data }) => {
        tell(text, data.novo);
        onClose();
      }}
      onClose={onClose}
    >
      <Answered answer={answer} skeleton={<TextSkeleton lines={6} />}>
        {(options) =>
          options.impedimento === null ? (
            <Choices options={options} chosen={chosen} onChosen={setChosen} />
          ) : (
            <Typography role="alert">{ticketWording(options.impedimento)}</Typography>
          )
        }
      </Answered>
      {what !== '' && <Unsaved active />}
      <Typography role="status" variant="body2" sx={{ my: 3 }}>
        {what && ticketWording(`Vai para o novo ticket: ${what}.`)}
        {lacking && <Lacking>{ticketWording(lacking)}</Lacking>}
      </Typography>
    </CommandDialog>
  );
}

/** What the type demands and one of both tickets would not have. */
const lackingText = (
  id: number,
  { tipo, produtos }: SplitOptions,
  chosen: readonly number[],
): string | null =>
  splitDemandObstacle(
    {
      id,
      typeName: tipo.nome,
      type: tipo,
      lines: produtos.map((line) => ({ id: line.id, bought: line.nota !== null })),
    },
    chosen,
  )?.message ?? null;

interface ChoicesProps {
  options: SplitOptions;
  chosen: Chosen;
  onChosen: (chosen: Chosen) => void;
}

function Choices({ options, chosen, onChosen }: ChoicesProps) {
  const { produtos, mensagens, arquivos, impedimentoProdutos } = options;
  const toggle = (kind: keyof Chosen) => (id: number, ticked: boolean) =>
    onChosen({
      ...chosen,
      [kind]: ticked ? [...chosen[kind], id] : chosen[kind].filter((each) => each !== id),
    });
  // One product stays, so that none is offered where there is only one.
  const last = produtos.length - chosen.produtos.length <= 1;
  return (
    <>
      <Rows
        title="Produtos"
        note={
          impedimentoProdutos ??
          (produtos.length > 1 ? null : ticketWording('O único produto fica neste ticket.'))
        }
        rows={produtos.map(({ id, descricao, nota, quantidade, unidade }) => ({
          id,
          label: descricao,
          facts: [`${formatQuantity(quantidade)} ${unidade}`, nota !== null && `NF ${nota}`],
          disabled: impedimentoProdutos !== null || (last && !chosen.produtos.includes(id)),
        }))}
        chosen={chosen.produtos}
        onToggle={toggle('produtos')}
      />
      <Rows
        title="Mensagens"
        rows={mensagens.map(({ id, autor, datahora_criacao, tipo, inicio, arquivos: attached }) => ({
          id,
          label: inicio || '(só anexos)',
          facts: [
            autor,
            formatDateTime(datahora_criacao, ownZone()),
            tipo === 'PRIVADO' && 'nota interna',
            tipo === 'ENCAMINHAMENTO' && 'encaminhamento',
            attached > 0 && formatCount(attached, 'arquivo', 'arquivos'),
          ],
        }))}
        chosen={chosen.mensagens}
        onToggle={toggle('mensagens')}
      />
      <Rows
        title="Arquivos avulsos"
        rows={arquivos.map(({ id, nome }) => ({ id, label: nome, facts: [] }))}
        chosen={chosen.arquivos}
        onToggle={toggle('arquivos')}
      />
      {produtos.length + mensagens.length + arquivos.length === 0 && (
        <Typography sx={{ mt: 3 }}>{ticketWording('Este ticket ainda não tem o que dividir.')}</Typography>
      )}
    </>
  );
}

interface Row {
  id: number;
  label: string;
  facts: readonly (string | false)[];
  disabled?: boolean;
}

interface RowsProps {
  title: string;
  /** Why none of them can be chosen. */
  note?: string | null;
  rows: readonly Row[];
  chosen: readonly number[];
  onToggle: (id: number, ticked: boolean) => void;
}

/** What there is none of has no heading. */
function Rows({ title, note = null, rows, chosen, onToggle }: RowsProps) {
  const titleId = useId();
  if (rows.length === 0) return null;
  const noteId = note ? `${titleId}-note` : '';
  return (
    <>
      <Typography id={titleId} component="h3" variant="subtitle2" sx={{ mt: 4 }}>
        {title}
      </Typography>
      {note && <Note id={noteId}>{note}</Note>}
      <List aria-labelledby={titleId}>
        {rows.map(({ id, label, facts, disabled = false }) => {
          const factsId = `${titleId}-${id}`;
          return (
            <li key={id}>
              <FormControlLabel
                disabled={disabled}
                sx={{ alignItems: 'flex-start', mr: 0, '& .MuiCheckbox-root': { py: 0.5 } }}
                control={
                  <Checkbox
                    size="small"
                    checked={chosen.includes(id)}
                    onChange={(_event, ticked) => onToggle(id, ticked)}
                    slotProps={{ input: { 'aria-describedby': `${factsId} ${noteId}`.trim() } }}
                  />
                }
                label={label}
              />
              <Facts id={factsId}>{facts.filter((fact) => fact !== false).join(' · ')}</Facts>
            </li>
          );
        })}
      </List>
    </>
  );
}

const List = styled('ul')({ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 4 });

const Facts = styled('div')(({ theme }) => ({
  marginLeft: 27,
  fontSize: 13,
  color: theme.vars.palette.components.textoSecundario,
}));

const Lacking = styled('span')(({ theme }) => ({
  display: 'block',
  color: theme.vars.palette.actions.aviso.text,
}));

const Note = styled('p')(({ theme }) => ({
  margin: 0,
  fontSize: 13,
  color: theme.vars.palette.actions.aviso.text,
}));
