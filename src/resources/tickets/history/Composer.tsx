import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type DragEvent, useEffect, useId, useRef, useState } from 'react';
import { worksForCompany } from '#contract/catalogs/personType.ts';
import type { ReplyValues } from '#contract/config/texts/cannedReplies.ts';
import { MAX_MESSAGE_LENGTH } from '#contract/sac/tickets/ticketConversation.ts';
import type { Ticket } from '#contract/sac/tickets.ts';
import { currentInitialLoad, ticketWording } from '#data/session.ts';
import { ConfirmDialog } from '#ui/components/ConfirmDialog.tsx';
import { useUnsaved } from '#ui/components/frame/unsaved.ts';
import { RichText, type RichTextHandle } from '#ui/components/richText/RichText.tsx';
import { DraftEnd } from '#ui/drafts/DraftEnd.tsx';
import { KeptDrafts } from '#ui/drafts/KeptDrafts.tsx';
import { SaveStatus } from '#ui/drafts/SaveStatus.tsx';
import { useShortcuts } from '#ui/shell/shortcuts/shortcuts.tsx';
import { useCan } from '#ui/shell/usePerson.ts';
import { useIsAnswering } from '../page/listWalk.ts';
import { TypingLine, useTyping } from '../shared/TicketPresence.tsx';
import { CannedReplies } from './CannedReplies.tsx';
import { ComposerFoot } from './ComposerFoot.tsx';
import { messageShape } from './messageShape.ts';
import { AudienceSwitch, ForwardFields, ReplyFiles, useReplyFiles } from './ReplyFields.tsx';
import { audienceOf, isWritten, messageOf, replyFields } from './replyDraft.ts';
import { useAfterSending } from './useAfterSending.ts';
import { useReplyDraft, useSendReply } from './useReply.ts';

/**
 * Writes a message in the conversation. People outside the company see no audience switch, because everything they write is
 * public.
 */
export function Composer({ ticket }: { ticket: Ticket }) {
  const internal = useCan().can('TICKETS_RESPONDER_INTERNO');
  const person = currentInitialLoad()?.colaborador;
  const editor = useRef<RichTextHandle>(null);
  const [canned, setCanned] = useState<'closed' | 'button' | 'slash'>('closed');
  const [asking, setAsking] = useState(false);
  const answering = useIsAnswering();
  const readersId = useId();
  const reply = useReplyDraft(ticket.id, {
    mayInternal: internal,
    onReplaced: ({ html }) => editor.current?.replace(html),
  });
  const { draft } = reply;
  const { typing, stopped } = useTyping(ticket.id);
  const files = useReplyFiles(draft.arquivos, (arquivos) => reply.change({ arquivos }));
  const sending = useSendReply(ticket.id, {
    before: reply.pause,
    sendDraft: reply.send,
    onSent: reply.finish,
    onFailed: reply.resume,
  });
  const wasSending = useRef(false);
  useEffect(() => {
    // The editor is disabled while sending; afterwards the focus returns, so that the person can go on writing.
    if (wasSending.current && !sending.sending) editor.current?.focus();
    wasSending.current = sending.sending;
  }, [sending.sending]);
  const written = isWritten(draft) || files.uploads.length > 0;
  const uploading = files.uploads.length > 0;
  useUnsaved(
    written,
    reply.state.kind === 'saved' && !uploading,
    !uploading && reply.state.kind !== 'failed' && reply.state.kind !== 'conflict',
  );

  const isPublic = draft.tipo === 'PUBLICO';
  const obstacle = obstacleOf();
  const after = useAfterSending(ticket, !written);
  // Forwarding hands the ticket to others, and waiting for the customer leaves it where it is.
  const mayPass = draft.tipo !== 'ENCAMINHAMENTO' && !draft.aguardaCliente;
  const goesOn = useRef(false);
  const post = async (confirmed: boolean) => {
    const forwards = draft.tipo === 'ENCAMINHAMENTO';
    const sent = await sending.send({ ...messageOf(draft), ...(confirmed && { confirmar: true }) });
    if (sent) await after.follow(sent, { goesOn: goesOn.current, mayPass, forwards });
  };
  const send = (leads = false) => {
    if (obstacle || !written || sending.sending) return;
    stopped();
    goesOn.current = leads;
    void post(false);
  };
  const hasNext = internal && after.hasNext;
  useShortcuts(ticketWording('Ticket'), [
    { keys: 'ctrl+enter', label: 'Enviar a mensagem', everywhere: 'fields', run: () => send() },
    {
      keys: 'ctrl+shift+enter',
      label: ticketWording('Enviar a mensagem e ir ao próximo ticket'),
      enabled: hasNext,
      everywhere: 'fields',
      run: () => send(true),
    },
  ]);
  const takes = sending.failure?.fields.confirmar;
  const drop = useDrop(files.add);
  const closeCanned = () => {
    // The slash that opened the list was meant literally.
    if (canned === 'slash') editor.current?.insert('/');
    setCanned('closed');
  };

  return (
    <Box
      component="section"
      aria-label="Escrever mensagem"
      data-audience={draft.tipo}
      {...drop.handlers}
      sx={({ vars: { palette } }) => ({
        position: 'relative',
        display: 'grid',
        gap: 2,
        p: 3,
        mb: 5,
        minWidth: 0,
        // What is written has the shape that it will have in the conversation.
        ...messageShape(draft.tipo, palette, true),
        ...(isPublic && { backgroundColor: palette.components.cabecalho }),
        outline: drop.over ? `2px dashed ${palette.components.foco}` : undefined,
      })}
    >
      {internal && (
        <AudienceSwitch
          value={draft.tipo}
          onChange={(tipo) => reply.change({ tipo })}
          disabled={sending.sending || !reply.ready}
          readersId={readersId}
        />
      )}
      {draft.tipo === 'ENCAMINHAMENTO' && (
        <ForwardFields
          idTicket={ticket.id}
          setor={draft.setor}
          atendente={draft.atendente}
          onChange={reply.change}
          errors={sending.failure?.fields ?? {}}
        />
      )}
      <DraftEnd life={reply.life} />
      <KeptDrafts drafts={reply.kept} fields={replyFields} />
      {reply.ready ? (
        <RichText
          ref={editor}
          label="Mensagem"
          initial={draft.html}
          placeholder={internal ? audienceOf(draft.tipo).placeholder : 'Escreva a sua mensagem…'}
          disabled={sending.sending}
          invalid={Boolean(sending.failure?.fields.mensagem)}
          describedBy={internal ? readersId : undefined}
          onChange={(html, length) => {
            // The refusal was about the text as it was then.
            if (sending.failure) sending.forget();
            reply.change({ html, length });
            typing();
          }}
          onSubmit={() => send()}
          {...(hasNext && { onSubmitNext: () => send(true) })}
          autoFocus={answering}
          onFiles={files.add}
          {...(internal && { onSlash: () => setCanned('slash') })}
        />
      ) : (
        <Box aria-busy sx={{ minHeight: 139 }} />
      )}
      <ReplyFiles files={draft.arquivos} state={files} />
      {sending.failure && !takes && (
        <Alert severity="error" onClose={sending.forget} sx={{ whiteSpace: 'pre-line' }}>
          {failureText(sending.failure.text, sending.failure.fields)}
        </Alert>
      )}
      <ComposerFoot
        ready={reply.ready}
        isPublic={isPublic}
        step={internal && mayPass && after.step ? after.step.descricao : null}
        passes={after.passes}
        onPass={after.setPasses}
        sendNextLabel={hasNext ? audienceOf(draft.tipo).sendNext : null}
        onSendNext={() => send(true)}
        waits={draft.aguardaCliente}
        onWait={(aguardaCliente) => reply.change({ aguardaCliente })}
        filesFull={files.isFull}
        onFiles={files.add}
        length={draft.length > MAX_MESSAGE_LENGTH * 0.9 ? draft.length : undefined}
        status={
          <>
            {reply.restored && <span>Continuando o rascunho que você deixou aqui.</span>}
            <SaveStatus
              state={reply.state}
              {...(reply.state.kind === 'conflict' && { conflicts: reply.conflicts })}
            />
          </>
        }
        obstacle={obstacle}
        written={written}
        sending={sending.sending}
        mayWait={isPublic && person !== undefined && worksForCompany(person.tipo)}
        sendLabel={internal ? audienceOf(draft.tipo).send : 'Enviar'}
        onSend={() => send()}
        onCanned={internal ? () => setCanned('button') : null}
        onDiscard={() => setAsking(true)}
      />
      {internal && <TypingLine idTicket={ticket.id} />}
      {canned !== 'closed' && (
        <CannedReplies
          open
          setor={ticket.setor?.id ?? null}
          values={replyValues(ticket)}
          onChoose={(html) => {
            setCanned('closed');
            editor.current?.insert(html);
          }}
          onClose={closeCanned}
        />
      )}
      <ConfirmDialog
        open={takes !== undefined}
        title="Encaminhar mesmo assim?"
        text={takes}
        confirmLabel="Encaminhar"
        onConfirm={() => post(true)}
        onCancel={sending.forget}
      />
      <ConfirmDialog
        open={asking}
        title="Descartar esta mensagem?"
        text="O texto e os arquivos são apagados aqui e nos seus outros aparelhos."
        confirmLabel="Descartar"
        tone="error"
        onConfirm={async () => {
          await reply.discard();
          for (const { key } of files.uploads) files.remove(key);
          sending.forget();
          setAsking(false);
        }}
        onCancel={() => setAsking(false)}
      />
    </Box>
  );

  function obstacleOf(): string | null {
    if (reply.life.end) return 'Esta mensagem já foi enviada.';
    if (files.obstacle) return files.obstacle;
    if (draft.length > MAX_MESSAGE_LENGTH) return 'A mensagem está longa demais. Divida-a em duas.';
    if (draft.tipo === 'ENCAMINHAMENTO' && draft.setor === null)
      return 'Escolha o setor que recebe o ticket.';
    return reply.state.kind === 'conflict' ? 'Escolha antes qual rascunho fica.' : null;
  }
}

/** The message, followed by its field errors without duplicates. */
const failureText = (text: string, fields: Record<string, string>) =>
  [...new Set([text, ...Object.values(fields)])].join('\n');

/** Handles files dropped anywhere on the composer. */
function useDrop(onFiles: (files: readonly File[]) => void) {
  const [over, setOver] = useState(false);
  const carriesFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!carriesFiles(event)) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        setOver(false);
        if (!carriesFiles(event)) return;
        event.preventDefault();
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

/** The values of a canned reply's variables for this ticket. */
function replyValues(ticket: Ticket): ReplyValues {
  const load = currentInitialLoad();
  const { cliente, contato, filial, notas } = ticket;
  return {
    cliente: cliente.fant || cliente.razSoc,
    contato: contato.nome,
    ticket: String(ticket.id),
    assunto: ticket.assunto || ticket.tipo.desc,
    nota: notas.map(({ numNf }) => numNf).join(', '),
    atendente: load?.colaborador.nome ?? '',
    empresa: load?.loja.nome ?? '',
    filial: filial.razSoc,
  };
}
