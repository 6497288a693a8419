import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import {
  type CustomerToMerge,
  customerMergeRoutes,
  MERGED_FIELDS,
  type MergedField,
} from '#contract/callcenter/customers/customerMerges.ts';
import { formatDocument } from '#contract/rules/documents.ts';
import { formatCount } from '#contract/rules/format.ts';
import { formatPhone } from '#contract/rules/phone.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { useRefetch } from '#data/refetch.ts';
import { useCommand, useRoute } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import type { AsyncOption } from '#ui/components/inputs/AsyncAutocomplete.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useUndoOffer } from '#ui/undo/useUndoOffer.tsx';
import { CustomerField } from '../CustomerField.tsx';
import { LikelyDoubles } from './LikelyDoubles.tsx';

interface MergeCustomersProps {
  idCli: number;
  /** The one chosen beside it in a list; without it, it is searched for. */
  other?: number;
  onClose: () => void;
  /** Called with the customer that stays, once they are one. */
  onMerged?: (idCli: number) => void;
}

/** Makes one customer of two registrations: says which stays, what follows, and asks for what both have differently. */
export function MergeCustomersDialog({ idCli, other, onClose, onMerged }: MergeCustomersProps) {
  const [found, setFound] = useState<AsyncOption | null>(null);
  const [lead, setLead] = useState<number | null>(null);
  const [ofOther, setOfOther] = useState<readonly MergedField[]>([]);
  const offer = useUndoOffer();
  const refetch = useRefetch();
  const send = useCommand();
  const outro = other ?? (found ? Number(found.value) : null);
  const pair = outro === null ? null : lead === outro ? { idCli: outro, outro: idCli } : { idCli, outro };
  const answer = useRoute(
    customerMergeRoutes.options,
    { params: { idCli: pair?.idCli ?? idCli }, query: { outro: pair?.outro ?? idCli } },
    { enabled: pair !== null, placeholderData: (before) => before },
  );
  const shown = pair === null ? undefined : answer.data;
  // Unless somebody says otherwise, the one with a document stays.
  if (shown && !answer.isPlaceholderData && lead === null && shown.proposto !== shown.principal.id)
    setLead(shown.proposto);
  const choose = (value: AsyncOption | null) => {
    setFound(value);
    setLead(null);
    setOfOther([]);
  };
  const merge = async () => {
    if (!shown) return;
    const { principal, outro: gone } = shown;
    const doOutro = ofOther.filter((field) => principal.diferem.includes(field));
    const { data } = await send(customerMergeRoutes.merge, {
      params: { idCli: principal.id },
      body: {
        versao: principal.versao,
        outro: { id: gone.id, versao: gone.versao },
        ...(doOutro.length > 0 && { doOutro }),
      },
    }).catch((error: unknown) => {
      // What was refused was decided over customers as they no longer are.
      void answer.refetch();
      throw error;
    });
    void refetch(customerMergeRoutes.merge);
    offer('mergeCustomers', {
      message: data.message,
      shows: customerMergeRoutes.undoMerge,
      undo: async (undo) =>
        (
          await undo(customerMergeRoutes.undoMerge, {
            params: { idCli: principal.id },
            body: { cliente: gone.id },
          })
        ).data.message,
    });
    onClose();
    onMerged?.(principal.id);
  };
  return (
    <ConfirmDialog
      open
      width="sm"
      title="Unir clientes"
      text="Contatos, endereços, orçamentos, pedidos, tickets, agendas e tudo o mais seguem para o cadastro que fica. O código do outro passa a levar a ele. Pode ser desfeito em até um dia."
      confirmLabel="Unir"
      disabled={!shown || answer.isPlaceholderData || shown.outro.impedimento !== null}
      onConfirm={merge}
      onCancel={onClose}
    >
      {other === undefined && (
        <Box sx={{ mt: 4 }}>
          <CustomerField value={found} onChange={choose} />
          {!found && <LikelyDoubles idCli={idCli} onChoose={choose} />}
        </Box>
      )}
      {pair && (
        <Answered answer={answer} skeleton={<TextSkeleton lines={4} />}>
          {({ principal, outro: gone }) => (
            <Choice
              principal={principal}
              outro={gone}
              onLead={(id) => {
                setLead(id);
                setOfOther([]);
              }}
              ofOther={ofOther}
              onField={(field, other) =>
                setOfOther(other ? [...ofOther, field] : ofOther.filter((each) => each !== field))
              }
            />
          )}
        </Answered>
      )}
      <Typography role="status" variant="body2" sx={{ mt: 3 }}>
        {shown && shown.outro.impedimento === null && followText(shown.principal.id, shown.outro)}
      </Typography>
    </ConfirmDialog>
  );
}

interface ChoiceProps {
  principal: CustomerToMerge;
  outro: CustomerToMerge;
  ofOther: readonly MergedField[];
  onLead: (id: number) => void;
  onField: (field: MergedField, other: boolean) => void;
}

function Choice({ principal, outro, ofOther, onLead, onField }: ChoiceProps) {
  const labelId = useId();
  const both = [principal, outro].sort((one, other) => one.id - other.id);
  return (
    <>
      <Question id={labelId}>Qual cadastro fica</Question>
      <RadioGroup
        aria-labelledby={labelId}
        value={principal.id}
        onChange={(_event, value) => onLead(Number(value))}
      >
        {both.map(({ id, nomeFantasia, razaoSocial, documento }) => (
          <FormControlLabel
            key={id}
            value={id}
            control={<Radio size="small" />}
            label={`${id} · ${nomeFantasia || razaoSocial} · ${formatDocument(documento)}`}
          />
        ))}
      </RadioGroup>
      {outro.impedimento ? (
        <Obstacle>{outro.impedimento}</Obstacle>
      ) : (
        MERGED_FIELDS.filter(({ value }) => principal.diferem.includes(value)).map(({ value, title }) => (
          <FieldChoice
            key={value}
            title={title}
            own={textOf(value, principal)}
            theirs={textOf(value, outro)}
            other={ofOther.includes(value)}
            onChange={(other) => onField(value, other)}
          />
        ))
      )}
    </>
  );
}

interface FieldChoiceProps {
  title: string;
  own: string;
  theirs: string;
  other: boolean;
  onChange: (other: boolean) => void;
}

function FieldChoice({ title, own, theirs, other, onChange }: FieldChoiceProps) {
  const labelId = useId();
  return (
    <>
      <Question id={labelId}>{title}</Question>
      <RadioGroup
        aria-labelledby={labelId}
        value={other ? 'outro' : 'principal'}
        onChange={(_event, value) => onChange(value === 'outro')}
      >
        <FormControlLabel value="principal" control={<Radio size="small" />} label={own} />
        <FormControlLabel value="outro" control={<Radio size="small" />} label={theirs} />
      </RadioGroup>
    </>
  );
}

function textOf(field: MergedField, customer: CustomerToMerge): string {
  const value = customer[field] ?? '';
  if (field === 'telefone') return formatPhone(value);
  return field === 'nascimento' && !value.includes('*') ? formatCalendarDate(value) : value;
}

/** 'Segue para o 12: 2 contatos, 1 ticket.'; what there is none of is not named. */
function followText(lead: number, { id, contatos, orcamentos, tickets, agendas }: CustomerToMerge): string {
  const parts = [
    contatos > 0 && formatCount(contatos, 'contato', 'contatos'),
    orcamentos > 0 && formatCount(orcamentos, 'orçamento ou pedido', 'orçamentos e pedidos'),
    tickets > 0 && formatCount(tickets, 'ticket', 'tickets'),
    agendas > 0 && formatCount(agendas, 'agenda', 'agendas'),
  ].filter((part) => part !== false);
  return parts.length > 0
    ? `Segue para o ${lead}: ${parts.join(', ')}.`
    : `O código ${id} passa a levar ao ${lead}.`;
}

const Question = styled('h3')({ margin: '16px 0 0', fontSize: 14, fontWeight: 600 });

const Obstacle = styled('div')(({ theme }) => ({
  marginTop: 8,
  fontSize: 13,
  color: theme.vars.palette.actions.aviso.text,
}));
