import {
  type ContactInput,
  CustomerContact,
  contactRoutes,
} from '#contract/callcenter/customers/contacts.ts';
import { field } from '#contract/field.ts';
import { contactForm, contactProblems } from '#contract/rules/customers/contactForm.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { formatCalendarDate } from '#contract/rules/time/calendarDate.ts';
import { ownToday } from '#data/session.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { useContactTypes } from './useContactTypes.ts';

export type ContactPhone = 'telefone' | 'celular';

interface ContactPhoneDialogProps {
  idCli: number;
  contact: CustomerContact;
  /** Which of the contact's numbers. */
  phone: ContactPhone;
  /** The number in whose place it is opened. */
  cell?: HTMLElement;
  onClose: () => void;
  onDone: (text: string) => void;
}

/**
 * Corrects one number of a contact. The command writes the whole contact, so everything else of it is watched: what another person
 * changed is shown first, and goes with it as that person left it.
 */
export function ContactPhoneDialog({ idCli, contact, phone, ...act }: ContactPhoneDialogProps) {
  const types = useContactTypes(contact);
  const watched = Object.fromEntries(
    OTHERS.filter((name) => name !== phone).map((name) => [name, field(CustomerContact, name).label]),
  );
  const { label } = field(CustomerContact, phone);
  return (
    <CommandDialog
      route={contactRoutes.update}
      params={{ idCli, idCont: contact.id }}
      record={contact}
      name="este contato"
      only={[phone]}
      watched={{
        ...watched,
        tipo: {
          label: field(CustomerContact, 'tipo').label,
          show: (id) => types.find(({ value }) => value === id)?.label ?? 'Sem tipo',
        },
        dtNasc: {
          label: field(CustomerContact, 'dtNasc').label,
          show: (day) => (day === null ? '(vazio)' : formatCalendarDate(day)),
        },
      }}
      given={(held) => without(inputOf({ ...contact, ...held }), phone)}
      check={(held) => {
        const form = contactForm(inputOf({ ...contact, ...held }));
        return { [phone]: textsOf(contactProblems(form, ownToday()))[phone] ?? '' };
      }}
      title={`${label} de ${contact.nome}`}
      confirmLabel="Salvar"
      {...act}
    />
  );
}

const OTHERS = [
  'nome',
  'cargo',
  'telefone',
  'celular',
  'email',
  'doc',
  'time',
  'autorizadoFaturamento',
] as const satisfies readonly (keyof CustomerContact)[];

/** The contact under the names of the command. */
const inputOf = (contact: CustomerContact) => ({
  contato: contact.nome,
  tipocontato: contact.tipo,
  documento: contact.doc,
  datanascimento: contact.dtNasc,
  time: contact.time,
  cargo: contact.cargo,
  telefone: contact.telefone,
  celular: contact.celular,
  email: contact.email,
  autorizadoFaturamento: contact.autorizadoFaturamento,
});

function without(input: Omit<ContactInput, 'versao'>, phone: ContactPhone): Omit<ContactInput, 'versao'> {
  const { [phone]: _, ...others } = input;
  return others;
}
