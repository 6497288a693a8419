import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Done, defineRoutes, Id, One, Strict } from '../route.ts';

/** What is known of the e-mail address of somebody who is written to about tickets. */
export const MailPreference = Type.Object(
  {
    recebe: Type.Boolean({ title: 'Recebe e-mails sobre tickets' }),
    /** What the server of the address answered; empty where e-mails arrive. */
    falha: Type.String({ title: 'Por que os e-mails não chegam' }),
  },
  { title: 'Avisos por e-mail' },
);
export type MailPreference = Static<typeof MailPreference>;

const token = Strict({ token: Type.String({ title: 'Código do link', maxLength: 400 }) });

export const mailAddressRoutes = defineRoutes({
  /** For the contact of a ticket, as they ask for it. To receive again also forgets that e-mails came back. */
  change: {
    method: 'PUT',
    path: '/sac/tickets/{idTicket}/contato/avisos',
    summary: 'Ligar ou desligar os e-mails ao contato de um ticket',
    permission: 'TICKETS_RESPONDER',
    params: Strict({ idTicket: Id('Ticket') }),
    body: Strict({ recebe: Type.Boolean({ title: 'Recebe e-mails sobre tickets' }) }),
    response: Done,
  },
  /** What the link in an e-mail is about. It changes nothing: mail programs open links by themselves. */
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
