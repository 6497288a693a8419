import { type CustomerContact, contactRoutes } from '#contract/callcenter/customers/contacts.ts';
import { contactForm, contactProblems } from '#contract/rules/customers/contactForm.ts';
import { textsOf } from '#contract/rules/problem.ts';
import { ownToday } from '#data/session.ts';
import { CommandDialog } from '#ui/editing/CommandDialog.tsx';
import { useContactTypes } from './useContactTypes.ts';

interface ContactDialogProps {
  idCli: number;
  /** `null` for a new contact. */
  contact: CustomerContact | null;
  onClose: () => void;
  onDone: (text: string) => void;
}

/** 'Criar novo contato' or 'Editar contato' (document 001 section 2): identity first, then contact details. */
export function ContactDialog({ idCli, contact, ...act }: ContactDialogProps) {
  const form = {
    only: NAMES,
    read: (known: CustomerContact | undefined) => (known ? formOf(known) : {}),
    fields: {
      tipocontato: { choices: useContactTypes(contact), none: 'Sem tipo', half: true },
      cargo: { half: true },
      telefone: { half: true },
      celular: { half: true },
      documento: { mask: 'cpf', half: true },
      datanascimento: { min: '1900-01-01', max: ownToday(), half: true },
    },
    check: (value: object) => textsOf(contactProblems(contactForm(value), ownToday())),
    width: 'sm',
    confirmLabel: 'Salvar',
    ...act,
  } as const;
  return contact ? (
    <CommandDialog
      route={contactRoutes.update}
      params={{ idCli, idCont: contact.id }}
      record={contact}
      name="este contato"
      title="Editar contato"
      {...form}
    />
  ) : (
    <CommandDialog route={contactRoutes.create} params={{ idCli }} title="Criar novo contato" {...form} />
  );
}

const NAMES = [
  'contato',
  'tipocontato',
  'cargo',
  'telefone',
  'celular',
  'email',
  'documento',
  'datanascimento',
  'time',
  'autorizadoFaturamento',
] as const;

const formOf = (contact: CustomerContact) => ({
  contato: contact.nome,
  tipocontato: contact.tipo,
  documento: contact.doc,
  datanascimento: contact.dtNasc,
});
