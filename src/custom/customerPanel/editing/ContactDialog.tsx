import { type CustomerContact, contactRoutes } from '../../../../contract/callcenter/contacts.ts';
import {
  type ContactForm,
  contactForm,
  contactProblems,
  NO_CONTACT,
} from '../../../../contract/rules/customers/contactForm.ts';
import { textsOf } from '../../../../contract/rules/problem.ts';
import { ownToday } from '../../../dataProvider/session.ts';
import { useRoute } from '../../../dataProvider/useRoute.ts';
import { ConflictView } from '../../../ui/conflict/ConflictView.tsx';
import { fieldLabels } from '../../../ui/conflict/fieldLabels.ts';
import { useHeldForm } from '../../../ui/conflict/useHeldForm.ts';
import { ContactFields } from './ContactFields.tsx';
import { FormDialog } from './FormDialog.tsx';
import { useSave } from './useSave.ts';

interface ContactDialogProps {
  idCli: number;
  /** `null` for a new one. */
  contact: CustomerContact | null;
  onClose: () => void;
  onSaved: () => void;
}

const formOf = (contact: CustomerContact | null): ContactForm =>
  contact
    ? contactForm({
        ...contact,
        contato: contact.nome,
        tipocontato: contact.tipo,
        documento: contact.doc,
        datanascimento: contact.dtNasc,
      })
    : NO_CONTACT;

/** 'Criar novo contato' or 'Editar contato' (document 001 section 2). */
export function ContactDialog({ idCli, contact, onClose, onSaved }: ContactDialogProps) {
  const held = useHeldForm<ContactForm>({
    versao: contact?.versao ?? 0,
    initial: formOf(contact),
    read: formOf,
  });
  const form = held.value;
  const types = useRoute(contactRoutes.types, {}, { staleTime: 600_000 }).data ?? [];
  const create = useSave(contactRoutes.create, onSaved);
  const update = useSave(contactRoutes.update, onSaved);
  const save = contact ? update : create;
  const submit = () => {
    const wrong = textsOf(contactProblems(contactForm(form), ownToday()));
    if (Object.keys(wrong).length > 0) return save.setErrors(wrong);
    if (contact) {
      const params = { idCli, idCont: contact.id };
      void update.send({ params, body: form }, held);
    } else void create.send({ params: { idCli }, body: form });
  };
  return (
    <FormDialog
      title={contact ? 'Editar contato' : 'Criar novo contato'}
      problem={save.problem ?? otherProblem(save.errors)}
      busy={save.busy}
      changed={held.changed}
      disabled={!held.changed || held.undecided}
      width="sm"
      onSubmit={submit}
      onClose={onClose}
    >
      <ConflictView
        conflict={held}
        name="este contato"
        labels={{
          ...fieldLabels(contactRoutes.update),
          tipocontato: {
            label: 'Tipo',
            show: (own) => types.find(({ id }) => id === own)?.desc ?? (own ? `Tipo ${own}` : '(vazio)'),
          },
        }}
      />
      <ContactFields form={form} errors={save.errors} known={contact} onChange={held.set} />
    </FormDialog>
  );
}

/** Of a field that the dialog does not have. */
function otherProblem(errors: Record<string, string>): string | undefined {
  const key = Object.keys(errors).find((each) => !(each in NO_CONTACT));
  return key === undefined ? undefined : errors[key];
}
