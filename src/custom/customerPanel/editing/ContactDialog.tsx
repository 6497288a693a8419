import { useState } from 'react';
import { type CustomerContact, contactRoutes } from '../../../../contract/callcenter/contacts.ts';
import {
  type ContactForm,
  contactForm,
  contactProblems,
  NO_CONTACT,
} from '../../../../contract/rules/contacts/contactForm.ts';
import { textsOf } from '../../../../contract/rules/problem.ts';
import { ownToday } from '../../../dataProvider/session.ts';
import { useUnsaved } from '../../session/unsaved.ts';
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
  const [first] = useState(() => formOf(contact));
  const [form, setForm] = useState(first);
  const create = useSave(contactRoutes.create, onSaved);
  const update = useSave(contactRoutes.update, onSaved);
  const save = contact ? update : create;
  const changed = JSON.stringify(form) !== JSON.stringify(first);
  useUnsaved(changed);
  const submit = () => {
    const wrong = textsOf(contactProblems(contactForm(form), ownToday()));
    if (Object.keys(wrong).length > 0) return save.setErrors(wrong);
    if (contact) {
      const params = { idCli, idCont: contact.id };
      void update.send({ params, body: { ...form, versao: contact.versao } });
    } else void create.send({ params: { idCli }, body: form });
  };
  return (
    <FormDialog
      title={contact ? 'Editar contato' : 'Criar novo contato'}
      problem={save.problem ?? otherProblem(save.errors)}
      busy={save.busy}
      disabled={!changed}
      width="sm"
      onSubmit={submit}
      onClose={onClose}
    >
      <ContactFields
        form={form}
        errors={save.errors}
        known={contact}
        onChange={(change) => setForm({ ...form, ...change })}
      />
    </FormDialog>
  );
}

/** Of a field that the dialog does not have. */
function otherProblem(errors: Record<string, string>): string | undefined {
  const key = Object.keys(errors).find((each) => !(each in NO_CONTACT));
  return key === undefined ? undefined : errors[key];
}
