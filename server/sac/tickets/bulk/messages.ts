import { NONE, type RowAction } from '../../../jobs/bulkAction.ts';
import { textAsHtml } from '../../../plainText.ts';
import { writeReply } from '../reply/postMessage.ts';

const permission = 'TICKETS_RESPONDER_INTERNO';

export const forwardRows: RowAction = {
  permission,
  problems: ({ setor, mensagem }) => ({
    ...(setor ? NONE : { setor: 'Escolha o setor que recebe os tickets.' }),
    ...(mensagem?.trim() ? NONE : { mensagem: 'Escreva ao setor o que se espera dele.' }),
  }),
  row: (ctx, id, { setor, colaborador_id, mensagem = '' }) =>
    ctx.db.transaction((tx) =>
      writeReply(tx, ctx, id, {
        tipo: 'ENCAMINHAMENTO',
        mensagem: textAsHtml(mensagem.trim()),
        ...(setor && { setor }),
        ...(colaborador_id && { colaborador_id }),
      }),
    ),
};

export const noteRows: RowAction = {
  permission,
  problems: ({ mensagem }) => (mensagem?.trim() ? NONE : { mensagem: 'Escreva a nota.' }),
  row: (ctx, id, { mensagem = '' }) =>
    ctx.db.transaction((tx) =>
      writeReply(tx, ctx, id, { tipo: 'PRIVADO', mensagem: textAsHtml(mensagem.trim()) }),
    ),
};
