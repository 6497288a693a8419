import { styled } from '@mui/material/styles';
import { useNotify } from 'ra-core';
import { useState } from 'react';
import { AWAY } from '#contract/rules/absence.ts';
import { OF_COLLEAGUE } from '#contract/rules/tickets/taking.ts';
import { type Macro, type MacroDetail, macroRoutes } from '#contract/sac/tickets/macros.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { CallFailure } from '#data/http.ts';
import { useRefetch } from '#data/refetch.ts';
import { useRoute, useRouteCommand } from '#data/useRoute.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { Answered } from '#ui/shell/states/StateMessage.tsx';
import { TextSkeleton } from '#ui/shell/states/skeletons.tsx';
import { useTicketUndo } from '../shared/useTicketUndo.ts';

/** Refusals that a confirmation passes: the ticket is a colleague's, or goes to somebody who is away. */
const ASKED: ReadonlySet<string> = new Set([OF_COLLEAGUE, AWAY]);

interface MacroDialogProps {
  macro: Macro;
  ticket: Ticket;
  onClose: () => void;
}

/** Says what the macro does before it is done: what reaches a customer cannot be taken back. */
export function MacroDialog({ macro, ticket, onClose }: MacroDialogProps) {
  const notify = useNotify();
  const offerUndo = useTicketUndo();
  const refetch = useRefetch();
  const detail = useRoute(macroRoutes.get, { params: { chave: macro.chave } });
  const run = useRouteCommand(macroRoutes.run);
  const [question, setQuestion] = useState<string | null>(null);
  const use = async (confirmar: boolean) => {
    try {
      const { data } = await run.mutateAsync({
        params: { idTicket: ticket.id, chave: macro.chave },
        body: { versao: ticket.versao, ...(confirmar && { confirmar }) },
      });
      void refetch(macroRoutes.run);
      if (data.desfaz) offerUndo('useMacro', data.message, data);
      else notify(data.message, { type: 'success' });
      onClose();
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      // The next click is about the ticket as it is by then.
      if (error.status === 409) void refetch(macroRoutes.run);
      if (!ASKED.has(error.code) || confirmar) throw error;
      setQuestion(error.message);
    }
  };
  return question === null ? (
    <ConfirmDialog
      open
      title={macro.titulo}
      text={
        <Answered answer={detail} skeleton={<TextSkeleton lines={3} />}>
          {({ data }) => <WhatItDoes macro={data} />}
        </Answered>
      }
      confirmLabel="Usar macro"
      disabled={!detail.data}
      onConfirm={() => use(false)}
      onCancel={onClose}
    />
  ) : (
    <ConfirmDialog
      open
      title="Usar a macro mesmo assim?"
      text={question}
      confirmLabel="Usar macro"
      onConfirm={() => use(true)}
      onCancel={onClose}
    />
  );
}

/** The actions in the order in which they are done. */
export const WhatItDoes = ({ macro: { acoes, condicao } }: { macro: MacroDetail }) => (
  <>
    {condicao && <>Só se {condicao}:</>}
    <Actions aria-label="O que ela faz">
      {acoes.map((text, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: actions have no identity of their own
        <li key={index}>{text}</li>
      ))}
    </Actions>
  </>
);

const Actions = styled('ol')({ margin: '4px 0 0', paddingLeft: 22, display: 'grid', gap: 4 });
