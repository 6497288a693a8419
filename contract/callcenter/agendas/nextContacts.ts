import type { Static } from '@sinclair/typebox';
import * as Type from '@sinclair/typebox';
import { Decimal, Id, Instant, Nullable, Personal } from '../../route.ts';
import { NEXT_CONTACTS } from '../../rules/agendas/nextContact.ts';
import { AgendaRow } from './agendaShapes.ts';

const text = (title: string) => Type.String({ title });

/** An agenda of the person that is a call to be made today. */
export const DayCall = Type.Object(
  {
    id: Id('Agenda'),
    idCli: Id('Cliente'),
    cliente: text('Cliente'),
    telefone: Personal('TELEFONE', text('Telefone')),
    assunto: text('Assunto'),
    data_agendada: Instant('Data agendada'),
    /** The time zone in which the agenda's times are shown. */
    fuso: text('Fuso horário'),
    atrasada: Type.Boolean({ title: 'Atrasada' }),
    /** Of the quote or order that it is about, otherwise the mean order of the last year; `null` without one that the person may read. */
    valor: Nullable(Decimal('Valor')),
  },
  { title: 'Ligação do dia' },
);
export type DayCall = Static<typeof DayCall>;

/** What a person who has spoken to a customer, or tried to, needs to say what is next. */
export const NextContacts = Type.Object(
  {
    /** The agenda that the contact is made for: the one that was asked for, or the person's own first one that is due today. */
    agenda: Nullable(AgendaRow),
    /** Of the branch that makes the next contact; moments are said on its clock. */
    fuso: text('Fuso horário'),
    /** On days on which the customer is served, while the branch works; none where there are no such days. */
    opcoes: Type.Array(
      Type.Object({
        valor: Type.Union(
          NEXT_CONTACTS.map(({ value, label }) => Type.Literal(value, { title: label })),
          { title: 'Quando' },
        ),
        em: Instant('Próximo contato'),
      }),
      { title: 'Momentos propostos' },
    ),
  },
  { title: 'Próximo contato' },
);
export type NextContacts = Static<typeof NextContacts>;
