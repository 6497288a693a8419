import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Id, One, Strict } from '../route.ts';

/** The e-mail status of an address that is notified about tickets. */
export const MailPreference = Type.Object(
  {
    recebe: Type.Boolean({ title: 'Recebe e-mails sobre tickets' }),
    /** The response of the address's mail server; empty if e-mails arrive. */
    falha: Type.String({ title: 'Por que os e-mails não chegam' }),
  },
  { title: 'Avisos por e-mail' },
);
export type MailPreference = Static<typeof MailPreference>;

const token = Strict({ token: Type.String({ title: 'Código do link', maxLength: 400 }) });

export const mailAddressRoutes = defineRoutes({
  /**
   * Changes the preference of a ticket's contact at their request. Switching e-mails on again also clears the record of
   * returned mail.
   */
  change: {
    method: 'PUT',
    path: '/sac/tickets/{idTicket}/contato/avisos',
    summary: 'Ligar ou desligar os e-mails ao contato de um ticket',
    permission: 'TICKETS_RESPONDER',
    params: Strict({ idTicket: Id('Ticket') }),
    body: Strict({ recebe: Type.Boolean({ title: 'Recebe e-mails sobre tickets' }) }),
    response: Done,
  },
  /** Shows what the link in an e-mail refers to. It changes nothing, because mail programs open links automatically. */
  look: {
    method: 'GET',
    path: '/config/descadastro/{token}',
    summary: 'De quem são os e-mails que um link encerra',
    permission: 'public',
    params: token,
    response: One(
      Type.Object(
        {
          endereco: Type.String({ title: 'Endereço, em parte' }),
          recebe: Type.Boolean({ title: 'Recebe e-mails sobre tickets' }),
        },
        { title: 'Descadastro' },
      ),
    ),
  },
  leave: {
    method: 'POST',
    path: '/config/descadastro/{token}',
    summary: 'Deixar de receber e-mails sobre tickets',
    permission: 'public',
    params: token,
    response: Done,
  },
});
