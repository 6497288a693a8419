import * as Type from '@sinclair/typebox';
import { Binary } from '../config/platform.ts';
import { defineRoutes, Id, Strict } from '../route.ts';

const fieldFileParams = {
  chave: Type.String({ title: 'Chave do campo', minLength: 1, maxLength: 40 }),
  idArquivo: Type.String({ title: 'Arquivo', format: 'uuid' }),
};

/** Apart from the other calls of extra fields, which the first list loads. */
export const fieldFileRoutes = defineRoutes({
  /** For whoever reads the field. */
  fieldFile: {
    method: 'GET',
    path: '/sac/tickets/{idTicket}/campos-adicionais/{chave}/{idArquivo}',
    summary: 'Baixar um arquivo de um campo adicional',
    permission: 'SAC_TICKETS',
    params: Strict({ idTicket: Id('Ticket'), ...fieldFileParams }),
    response: Binary,
    file: true,
  },
  /** For whoever reads the field of the customer. */
  customerFieldFile: {
    method: 'GET',
    path: '/sac/clientes/{idCli}/campos-adicionais/{chave}/{idArquivo}',
    summary: 'Baixar um arquivo de um campo adicional de um cliente',
    permission: 'SAC_CLIENTE',
    params: Strict({ idCli: Id('Cliente'), ...fieldFileParams }),
    response: Binary,
    file: true,
  },
});
